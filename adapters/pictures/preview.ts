import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { OverlayOptions, default as Sharp } from 'sharp';
import { escapeHtml } from '../../common/escape-html.ts';
import type { Preview } from '../../domain/ports/pictures.ts';

type SharpModule = typeof Sharp;

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
const QUALITY = 82;
const FONT = 'Nunito ExtraBold';
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/nunito/800ExtraBold/Nunito_800ExtraBold.ttf',
);

const COLOURS = { background: '#f6f3ea', line: '#ddd8c7', text: '#1c2a22', accent: '#1f6b4a' } as const;

const MAX_TITLE_HEIGHT = 300;
const TITLE_DPI = 330;
const SMALL_DPI = 200;
const BAR = { height: 24, bottom: 170 } as const;

const LOGO_FILE = fileURLToPath(new URL('../../web/public/favicon.svg', import.meta.url));
const LOGO_SIZE = 64;

/** Draws a text. Reduces the font size if the text would exceed `maxHeight`. */
async function drawText(sharp: SharpModule, text: string, dpi: number, width: number, maxHeight: number) {
  const markup = `<span foreground="${COLOURS.text}">${escapeHtml(text)}</span>`;
  const options = { text: markup, font: FONT, fontfile: FONT_FILE, width, rgba: true } as const;
  const textImage = await sharp({ text: { ...options, dpi } })
    .png()
    .toBuffer({ resolveWithObject: true });
  if (textImage.info.height <= maxHeight && textImage.info.width <= width) return textImage.data;
  return sharp({ text: { ...options, height: maxHeight } })
    .png()
    .toBuffer();
}

const drawLogo = (sharp: SharpModule): Promise<Buffer> =>
  sharp(LOGO_FILE, { density: 192 }).resize(LOGO_SIZE, LOGO_SIZE).png().toBuffer();

function drawBar(percent: number, width: number): Buffer {
  const radius = BAR.height / 2;
  const filledWidth = Math.max(BAR.height, (Math.min(100, percent) / 100) * width);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${BAR.height}">
    <rect width="${width}" height="${BAR.height}" rx="${radius}" fill="${COLOURS.line}"/>
    <rect width="${filledWidth}" height="${BAR.height}" rx="${radius}" fill="${COLOURS.accent}"/>
  </svg>`);
}

/** Crops a picture to a square, like `object-fit: cover` with the focal point as `object-position`. */
async function cropSquare(
  sharp: SharpModule,
  { jpeg, focus }: NonNullable<Preview['picture']>,
): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(jpeg))
    .resize({ width: HEIGHT, height: HEIGHT, fit: 'outside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(focus.x * (info.width - HEIGHT));
  const top = Math.round(focus.y * (info.height - HEIGHT));
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: HEIGHT, height: HEIGHT })
    .png()
    .toBuffer();
}

/** Draws the link preview as a JPEG. It shows the picture, the title and the progress. */
export async function drawPreview(sharp: SharpModule, { title, percent, picture }: Preview): Promise<Buffer> {
  const textLeft = picture ? HEIGHT + MARGIN : MARGIN;
  const width = WIDTH - textLeft - MARGIN;
  const layers: OverlayOptions[] = [
    {
      input: await drawText(sharp, title, TITLE_DPI, width, MAX_TITLE_HEIGHT),
      left: textLeft,
      top: MARGIN,
    },
    { input: await drawLogo(sharp), left: textLeft, top: HEIGHT - MARGIN - LOGO_SIZE },
    {
      input: await drawText(sharp, 'Kindra', SMALL_DPI, width, 64),
      left: textLeft + LOGO_SIZE + 20,
      top: HEIGHT - MARGIN - LOGO_SIZE + 14,
    },
  ];
  if (picture) layers.push({ input: await cropSquare(sharp, picture), left: 0, top: 0 });
  if (percent !== null) {
    layers.push(
      { input: drawBar(percent, width), left: textLeft, top: HEIGHT - MARGIN - BAR.bottom },
      {
        input: await drawText(sharp, `${percent} %`, SMALL_DPI, width, 50),
        left: textLeft,
        top: HEIGHT - MARGIN - BAR.bottom - 60,
      },
    );
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: COLOURS.background } })
    .composite(layers)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}
