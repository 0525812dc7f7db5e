/**
 * Defines all icons as drawings of an exact size, from the sources in `build/icons/source` and the colours of the page.
 * `icons.ts` renders them; a test checks that the rendered icons are up to date.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Drawing {
  readonly size: number;
  readonly svg: string;
}

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const CONTENT = /(<svg[^>]*>)(.*)(<\/svg>)/s;
const source = (name: string) => read(`icons/source/${name}.svg`);

export const appSizes: readonly number[] = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

const traySource = (state: string) => source(`tray-${state}`);

/** Small icons use a separate drawing, because the fine edge of the large one would blur. */
export function appDrawing(size: number): Drawing {
  return { size, svg: source(size <= 32 ? 'app-small' : 'app') };
}

/** macOS aligns icons by a margin inside the picture: the icon fills 824 of 1024 pixels. */
export function macDrawing(size: number): Drawing {
  const svg = source(size <= 32 ? 'app-small' : 'app');
  const box = size <= 32 ? '-1 -1 18 18' : '-100 -100 1224 1224';
  return { size, svg: svg.replace(/viewBox="[^"]*"/, `viewBox="${box}"`) };
}

/** Colour token of the page for each state, so that colours mean the same in the tray. */
const trayStates: Readonly<Record<string, string>> = {
  watching: '--succeeded',
  reconnecting: '--in-progress',
  blind: '--ink',
  'seat-taken': '--partial',
  'sign-in-needed': '--failed',
  none: '--quiet',
};

/** Kinds of system bars. macOS colours a template itself and uses only its transparency. */
const trayBackgrounds = ['-on-light', '-on-dark', 'Template'] as const;
type TrayBackground = (typeof trayBackgrounds)[number];
const TRAY_SIZE = 16;

const sizes = [
  { suffix: '', size: TRAY_SIZE },
  { suffix: '@2x', size: TRAY_SIZE * 2 },
];

/**
 * Returns drawings by file name in `build/icons/tray`. `overlay-…` is shown over the app's icon in the taskbar of
 * Windows.
 */
export function trayDrawings(): ReadonlyMap<string, Drawing> {
  const tokens = read('../src-renderer/theme/tokens.css');
  const drawings = Object.entries(trayStates).flatMap(([state, token]) => [
    ...trayBackgrounds.flatMap((ground) =>
      [false, true].map((alarm) => ({
        name: `${state}${alarm ? '-alarm' : ''}${ground}`,
        svg: withColours(alarm ? withAlarmDot(traySource(state)) : traySource(state), token, tokens, ground),
      })),
    ),
    { name: `overlay-${state}`, svg: withBackground(withColours(traySource(state), token, tokens, '-on-dark')) },
  ]);
  return new Map(
    drawings.flatMap(({ name, svg }) => sizes.map(({ suffix, size }) => [`${name}${suffix}.png`, { size, svg }])),
  );
}

/** Adds a background, because the icon below can have any colour. */
function withBackground(svg: string): string {
  return svg.replace(
    CONTENT,
    '$1<rect width="16" height="16" rx="3.4" fill="#0f1419"/><g transform="translate(2.4 2.4) scale(.7)">$2</g>$3',
  );
}

/** Adds a dot in the corner, with a rim cut out of the shape so that both are visible without colour. */
function withAlarmDot(svg: string): string {
  const dot = 'cx="12.4" cy="12.4"';
  const rim = `<mask id="rim"><rect width="16" height="16" fill="#fff"/><circle ${dot} r="4.8" fill="#000"/></mask>`;
  return svg.replace(CONTENT, `$1${rim}<g mask="url(#rim)">$2</g><circle ${dot} r="3.4" fill="var(--failed)"/>$3`);
}

function withColours(svg: string, token: string, tokens: string, ground: TrayBackground): string {
  return svg
    .replaceAll('currentColor', colourOn(tokens, token, ground))
    .replaceAll('var(--failed)', colourOn(tokens, '--failed', ground));
}

function colourOn(tokens: string, token: string, ground: TrayBackground): string {
  if (ground === 'Template') return '#000000';
  const [, light, dark] = new RegExp(`${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  const colour = ground === '-on-light' ? light : dark;
  if (colour === undefined) throw new Error(`tokens.css does not say ${token} as light-dark(#…, #…).`);
  return colour;
}

export function drawingsHash(): string {
  const drawings = [...appSizes.flatMap((size) => [appDrawing(size), macDrawing(size)]), ...trayDrawings().entries()];
  return createHash('sha256').update(JSON.stringify(drawings)).digest('hex');
}
