/** Slope of the least-squares line through the points. */
export function slope(points: { x: number; y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [mx, my] = [mean('x'), mean('y')];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
