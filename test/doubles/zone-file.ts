/** Makes a time zone file (TZif, RFC 9636) and the folder of a system with such files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param changes UTC epoch ms and hours ahead of UTC from then on @param rule POSIX text for later years */
export function zoneFile(changes: readonly (readonly [at: number, hours: number])[], rule: string): Buffer {
  const header = Buffer.alloc(44);
  header.write('TZif2', 'latin1');
  header.writeUInt32BE(changes.length, 32);
  header.writeUInt32BE(changes.length, 36);
  header.writeUInt32BE(1, 40);
  const block = (timeBytes: 4 | 8) => {
    const bytes = Buffer.alloc(changes.length * (timeBytes + 1 + 6) + 1);
    for (const [index, [at, hours]] of changes.entries()) {
      if (timeBytes === 8) bytes.writeBigInt64BE(BigInt(at / 1_000), index * 8);
      bytes.writeUInt8(index, changes.length * timeBytes + index);
      bytes.writeInt32BE(hours * 3_600, changes.length * (timeBytes + 1) + index * 6);
    }
    return bytes;
  };
  return Buffer.concat([header, block(4), header, block(8), Buffer.from(`\n${rule}\n`)]);
}

export function writeZoneFiles(folder: string, version: string, zones: Readonly<Record<string, Buffer>>): void {
  writeFileSync(join(folder, 'tzdata.zi'), `# version ${version}\n# This zic input file is in the public domain.\n`);
  for (const [name, bytes] of Object.entries(zones)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}
