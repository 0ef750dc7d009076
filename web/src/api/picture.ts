import type { Request } from './base.ts';

async function readPicture(response: Response): Promise<unknown> {
  if (!response.ok) return response.json();
  const picture = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

/** Asks for a picture that not everybody may see, as a data URL: an `<img>` could not send the token. */
export const asDataUrl = (url: string): Request => ({ url, responseHandler: readPicture });
