import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSearchFiles } from '../../../../src-main/adapters/saved-views/list-file.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const storeIdentity = { id: profileIdSchema.parse('acme-europe'), name: 'Acme', practice: false, source: '' };

function searchFiles() {
  const directory = join(temporaryDirectory(), 'acme');
  return { directory, path: join(directory, 'searches.json'), files: createSearchFiles(() => directory) };
}

describe('the file of saved searches', () => {
  it('does not exist until a search is saved, and only this user can read it', async () => {
    const { files, path, directory } = searchFiles();
    expect(await files.read(storeIdentity)).toEqual([]);
    const searches = [{ id: 'a', name: 'Roaming', body: '{ "limit": 10 }' }];
    await files.write(storeIdentity, searches);
    expect(await files.read(storeIdentity)).toEqual(searches);
    expect(readdirSync(directory)).toEqual(['searches.json']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, searches });
  });

  it.each(['', '{"version":1,"searches":[', '{"version":2,"searches":[]}', '{"version":1,"searches":[{"id":"a"}]}'])(
    'is reported and left unchanged if it cannot be read: %s',
    async (text) => {
      const { files, path, directory } = searchFiles();
      mkdirSync(directory);
      writeFileSync(path, text);
      await expect(files.read(storeIdentity)).rejects.toMatchObject({
        code: 'SEARCHES_DAMAGED',
        data: { facts: { path } },
      });
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('is reported, not read as an empty list, if it is a folder', async () => {
    const { files, path, directory } = searchFiles();
    mkdirSync(join(directory, 'searches.json'), { recursive: true });
    await expect(files.read(storeIdentity)).rejects.toMatchObject({
      code: 'SEARCHES_DAMAGED',
      data: { facts: { path } },
    });
  });
});
