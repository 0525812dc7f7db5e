/**
 * Builds the icon files of Windows and macOS, which contain PNG pictures after a table of contents. Pure. Pictures
 * smaller than 32 pixels are left out of ICNS, because its readers disagree about them.
 */
export interface Picture {
  readonly size: number;
  readonly png: Buffer;
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

export function icoFile(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  // 1 means an icon, 2 a cursor.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let at = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    // 0 means 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Apple's names for a picture of this size. A size has two names if it is also the @2x version of another one. */
const icnsNames: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

export const icnsSizes: readonly number[] = Object.keys(icnsNames).map(Number);

export function icnsFile(pictures: readonly Picture[]): Buffer {
  const blocks = pictures.flatMap(({ size, png }) => (icnsNames[size] ?? []).map((name) => icnsBlock(name, png)));
  return icnsBlock('icns', Buffer.concat(blocks));
}

function icnsBlock(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
