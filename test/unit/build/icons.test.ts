import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appSizes, drawingsHash, trayDrawings } from '../../../build/icon-drawings.ts';
import { icnsFile, icnsSizes, icoFile } from '../../../build/icon-files.ts';
import { overlayIconFile, trayIconFile } from '../../../src-main/hosts/electron/shell/tray-location.ts';

const folder = fileURLToPath(new URL('../../../build/icons/', import.meta.url));
const read = (path: string) => readFileSync(folder + path);

/**
 * Returns width, height, bits per channel, and the colour type (6: colour with transparency) from the head of a PNG
 * (ISO 15948).
 */
function pngHead(png: Buffer): number[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1A\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(24), png.readUInt8(25)];
}

test('[HOST-58] the icons were drawn from the sources and colours as they are now (else: npm run icons)', () =>
  expect(read('drawn-from.txt').toString('utf8').trim()).toBe(drawingsHash()));

test('[HOST-58] Linux has the icon in every size up to 512 pixels', () => {
  const sizes = appSizes.filter((size) => size <= 512);
  expect(globSync('*', { cwd: `${folder}png` }).toSorted()).toEqual(
    sizes.map((size) => `${size}x${size}.png`).toSorted(),
  );
  expect(sizes.map((size) => pngHead(read(`png/${size}x${size}.png`)))).toEqual(
    sizes.map((size) => [size, size, 8, 6]),
  );
});

test('[HOST-58] Windows has the icon in one file, from 16 to 256 pixels', () => {
  const ico = read('icon.ico');
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const at = ico.readUInt32LE(entry + 12);
    return [ico.readUInt8(entry) || 256, ...pngHead(ico.subarray(at, at + ico.readUInt32LE(entry + 8)))];
  });
  expect(entries).toEqual([16, 24, 32, 48, 64, 128, 256].map((size) => [size, size, size, 8, 6]));
});

test('[HOST-58] macOS has the icon in one file, up to 1024 pixels', () => {
  const icns = read('icon.icns');
  const blocks: [string, number | undefined][] = [];
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    blocks.push([icns.toString('latin1', at, at + 4), pngHead(icns.subarray(at + 8))[0]]);
  expect(blocks).toEqual([
    ['ic11', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic08', 256],
    ['ic13', 256],
    ['ic09', 512],
    ['ic14', 512],
    ['ic10', 1024],
  ]);
});

test('[HOST-58] the tray has its own icon for each state, with and without alarms, for light and dark panels and as a macOS template', () => {
  const drawings = trayDrawings();
  const names = [...drawings.keys()];
  expect(globSync('*', { cwd: `${folder}tray` }).toSorted()).toEqual(names.toSorted());
  for (const state of ['watching', 'reconnecting', 'blind', 'seat-taken', 'sign-in-needed', 'none'])
    for (const variant of ['-on-light', '-on-dark', 'Template', '-alarm-on-light', '-alarm-on-dark', '-alarmTemplate'])
      expect(names).toEqual(expect.arrayContaining([`${state}${variant}.png`, `${state}${variant}@2x.png`]));
  const wrong = [...drawings].filter(([name, { size }]) => pngHead(read(`tray/${name}`))[0] !== size);
  expect(wrong).toEqual([]);
  // The states also differ without their colour.
  const templates = names
    .filter((name) => name.endsWith('Template.png'))
    .map((name) => read(`tray/${name}`).toString('hex'));
  expect(new Set(templates).size).toBe(12);
});

test('[HOST-58] every icon that the tray or the task bar asks for exists', () => {
  const states = ['watching', 'reconnecting', 'blind', 'seat-taken', 'sign-in-needed', 'none'] as const;
  const flags = [false, true];
  const requested = states.flatMap((state) => [
    ...(['linux', 'win32', 'darwin'] as const).flatMap((platform) =>
      flags.flatMap((hasAlarms) => flags.map((isDark) => trayIconFile({ state, hasAlarms, platform, isDark }))),
    ),
    ...[0, 1].flatMap((unseen) => overlayIconFile(state, unseen) ?? []),
  ]);
  expect(requested.filter((name) => !trayDrawings().has(name))).toEqual([]);
});

test('an icon file contains its pictures unchanged', () => {
  const png = read('png/32x32.png');
  expect(icoFile([{ size: 32, png }]).subarray(22)).toEqual(png);
  expect(icnsFile([{ size: 32, png }]).subarray(16)).toEqual(png);
  expect(icnsSizes).toEqual([32, 64, 128, 256, 512, 1024]);
});
