export const nameOfText = ({ title }: { title: string }) => title || 'Texto-base';
