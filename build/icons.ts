/**
 * `npm run icons`: renders every icon of the product in the Chromium of the tests. The results are committed, because
 * packaging must not need a browser.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';
import { appDrawing, appSizes, type Drawing, drawingsHash, macDrawing, trayDrawings } from './icon-drawings.ts';
import { icnsFile, icnsSizes, icoFile, type Picture } from './icon-files.ts';

const folder = fileURLToPath(new URL('icons/', import.meta.url));

async function picture(page: Page, { size, svg }: Drawing): Promise<Picture> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  return { size, png: await page.screenshot({ omitBackground: true }) };
}

async function pictures(page: Page, drawings: readonly Drawing[]): Promise<Picture[]> {
  const drawn: Picture[] = [];
  for (const drawing of drawings) drawn.push(await picture(page, drawing));
  return drawn;
}

function emptied(name: string): string {
  rmSync(`${folder}${name}`, { recursive: true, force: true });
  mkdirSync(`${folder}${name}`);
  return `${folder}${name}/`;
}

const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const page = await browser.newPage();
  const ofApp = await pictures(page, appSizes.map(appDrawing));
  const png = emptied('png');
  // Only macOS uses the largest one.
  for (const { size, png: bytes } of ofApp) if (size <= 512) writeFileSync(`${png}${size}x${size}.png`, bytes);
  writeFileSync(`${folder}icon.ico`, icoFile(ofApp.filter(({ size }) => size <= 256)));
  writeFileSync(`${folder}icon.icns`, icnsFile(await pictures(page, icnsSizes.map(macDrawing))));

  const tray = emptied('tray');
  for (const [name, drawing] of trayDrawings()) {
    const { png: bytes } = await picture(page, drawing);
    writeFileSync(`${tray}${name}`, bytes);
  }
  writeFileSync(`${folder}drawn-from.txt`, `${drawingsHash()}\n`);
} finally {
  await browser.close();
}
