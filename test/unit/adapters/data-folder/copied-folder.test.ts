import { describe, expect, test } from 'vitest';
import { parseComputerId } from '../../../../src-main/adapters/data-folder/computer-id.ts';
import { type FolderMark, folderOrigin } from '../../../../src-main/adapters/data-folder/copied-folder.ts';

const mark: FolderMark = {
  version: 1,
  id: 'a1',
  computer: 'this computer',
  computerName: 'nms-01',
  path: '/home/ola/data',
  inode: '100',
  createdAt: '5',
};
const other = { inode: '200', createdAt: '9' };
const inContainer = { computer: null };
const elsewhere = { computer: 'another computer' };

describe('[PAGE-460] a data folder', () => {
  test.each<[what: string, here: Partial<FolderMark>, originalExists: boolean, origin: string]>([
    ['that was renamed is the same', { path: '/home/ola/renamed' }, false, 'moved'],
    ['on a disk or share that another computer uses now is the same', elsewhere, false, 'moved'],
    ['in a home that was moved to another disk is the same', { ...other, path: '/mnt/home/data' }, false, 'moved'],
    ['that was restored from a backup to its old place is the same', other, false, 'moved'],
    ['whose file system gives new numbers at each mount is the same', { inode: '300' }, false, 'moved'],
    ['in a new container is the same', { ...other, ...inContainer }, false, 'moved'],
    ['beside its original is a copy', { ...other, path: '/home/ola/copy' }, true, 'copied-here'],
    [
      'beside its original, in a container, is a copy',
      { ...other, ...inContainer, path: '/copy' },
      true,
      'copied-here',
    ],
    [
      'from another computer is a copy, also at the same path',
      { ...other, ...elsewhere },
      false,
      'copied-from-another-computer',
    ],
  ])('%s', (_, here, originalExists, origin) => {
    expect(folderOrigin(mark, { ...mark, ...here }, originalExists)).toBe(origin);
  });
});

test.each<[NodeJS.Platform, string, string | null]>([
  ['linux', '3d1219c7c4c5404aaa1f6d2a48adfda4\n', '3d1219c7c4c5404aaa1f6d2a48adfda4'],
  ['linux', 'uninitialized\n', null],
  ['linux', '', null],
  ['darwin', '    "IOPlatformUUID" = "1F2E3D4C-0000-1111-2222-333344445555"\n', '1F2E3D4C-0000-1111-2222-333344445555'],
  [
    'win32',
    '    MachineGuid    REG_SZ    1f2e3d4c-0000-1111-2222-333344445555\r\n',
    '1f2e3d4c-0000-1111-2222-333344445555',
  ],
])('reads the id of a computer on %s from %j', (platform, output, id) => {
  expect(parseComputerId(platform, output)).toBe(id);
});
