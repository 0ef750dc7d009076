const readDataUrl = (picture: Blob): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** Parses JSON and text. Returns pictures as data URLs, because an `<img>` cannot send the token. */
export async function parseResponse(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('image/')) return readDataUrl(await response.blob());
  const text = await response.text();
  if (!type.includes('json')) return text;
  return text === '' ? null : JSON.parse(text);
}
