/**
 * An Electron distribution that cannot run, for packaging on machines without Electron. electron-builder copies it, and
 * its binary holds a fuse wire with every fuse on.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** Marker that `@electron/fuses` looks for. The version of the wire, its length and one byte for each fuse follow. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;

/** @param fuses number of fuses; 9 in Electron 45 */
export function stubBinary(fuses = 9): Buffer {
  return Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 1\n'),
    Buffer.from(SENTINEL),
    Buffer.from([WIRE_VERSION, fuses]),
    Buffer.alloc(fuses, '1'),
  ]);
}

export async function writeStubElectron(folder: string, version: string): Promise<void> {
  const app = join(folder, 'default_app');
  mkdirSync(app, { recursive: true });
  mkdirSync(join(folder, 'resources'));
  mkdirSync(join(folder, 'locales'));
  for (const language of ['de', 'en-US']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
  writeFileSync(join(app, 'package.json'), '{}');
  writeFileSync(join(folder, 'electron'), stubBinary(), { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), 'of Electron');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'of Chromium');
  await createPackage(app, join(folder, 'resources', 'default_app.asar'));
}
