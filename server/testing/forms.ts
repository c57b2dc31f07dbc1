/** A multipart/form-data body as a browser sends it, fields in the order given; a file is `[name, content]`. */
export async function multipartForm(parts: Record<string, string | [name: string, content: Uint8Array<ArrayBuffer>]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value[1]]), value[0]);
  }
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
