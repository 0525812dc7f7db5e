/** Checks what every vault must do, whatever stores its key, including the double that other tests use. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Vault } from '../../src-main/core/ports/vault.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';

const one = profileIdSchema.parse('profile-one');
const two = profileIdSchema.parse('profile-two');
const never = new AbortController().signal;

export interface VaultBackend {
  readonly name: string;
  readonly kept: 'keychain' | 'key-file';
  readonly make: () => Vault;
}

export function vaultConformance({ name, kept, make }: VaultBackend): void {
  const open = (): Vault => {
    const vault = make();
    onTestFinished(() => vault.close());
    return vault;
  };
  const entries = (vault: Vault) =>
    Promise.all(
      [one, two].flatMap((id) => (['client-secret', 'grant'] as const).map((item) => vault.read(id, item, never))),
    );

  describe(`a vault (${name})`, () => {
    test('returns what was stored, only for its profile and item', async () => {
      const vault = open();
      const text = 'Grüße \u{1F511} \0 ' + 'x'.repeat(20_000);
      await vault.write(one, 'grant', text, 'store', never);
      await vault.write(two, 'client-secret', '', 'memory', never);
      expect(await entries(vault)).toEqual([null, { text, kept }, { text: '', kept: 'memory' }, null]);
    });

    test('keeps the last value, wherever the one before was stored', async () => {
      const vault = open();
      const seen: unknown[] = [];
      for (const [text, keep] of [
        ['1', 'store'],
        ['2', 'memory'],
        ['3', 'store'],
        ['4', 'store'],
      ] as const) {
        await vault.write(one, 'grant', text, keep, never);
        seen.push(await vault.read(one, 'grant', never));
      }
      seen.push(await vault.remove(one, 'grant'), await vault.read(one, 'grant', never));
      expect(seen).toEqual([
        { text: '1', kept },
        { text: '2', kept: 'memory' },
        { text: '3', kept },
        { text: '4', kept },
        true,
        null,
      ]);
    });

    test('removes a value from memory and from the store', async () => {
      const vault = open();
      await vault.write(one, 'grant', 'stored', 'store', never);
      await vault.write(one, 'grant', 'held', 'memory', never);
      expect([
        await vault.remove(one, 'grant'),
        await vault.read(one, 'grant', never),
        await vault.remove(one, 'grant'),
      ]).toEqual([true, null, false]);
    });

    test('reports if an item is stored', async () => {
      const vault = open();
      const seen = [await vault.has(one, 'grant')];
      await vault.write(one, 'grant', 'stored', 'store', never);
      seen.push(await vault.has(one, 'grant'), await vault.has(one, 'client-secret'), await vault.has(two, 'grant'));
      await vault.write(two, 'grant', 'held', 'memory', never);
      seen.push(await vault.has(two, 'grant'));
      await vault.forget(one);
      await vault.remove(two, 'grant');
      seen.push(await vault.has(one, 'grant'), await vault.has(two, 'grant'));
      expect(seen).toEqual([false, true, false, false, true, false, false]);
    });

    test('forgets everything of a profile and nothing of another one', async () => {
      const vault = open();
      await vault.write(one, 'grant', 'a', 'store', never);
      await vault.write(one, 'client-secret', 'b', 'memory', never);
      await vault.write(two, 'grant', 'c', 'store', never);
      await vault.forget(one);
      await vault.forget(one);
      expect(await entries(vault)).toEqual([null, null, null, { text: 'c', kept }]);
      await vault.write(one, 'grant', 'd', 'store', never);
      expect(await vault.read(one, 'grant', never)).toEqual({ text: 'd', kept });
    });

    test('stores nothing if the call is aborted before it begins', async () => {
      const vault = open();
      const over = AbortSignal.abort(new Error('enough'));
      await expect(vault.write(one, 'grant', 'a', 'store', over)).rejects.toThrow('enough');
      await expect(vault.read(one, 'grant', over)).rejects.toThrow('enough');
      expect(await vault.read(one, 'grant', never)).toBeNull();
    });

    test('[SIGN-5] runs the tasks of a profile one after the other, and those of other profiles at the same time', async () => {
      const vault = open();
      let running = 0;
      let maxConcurrent = 0;
      const task = async () => {
        maxConcurrent = Math.max(maxConcurrent, (running += 1));
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return maxConcurrent;
      };
      await Promise.all(Array.from({ length: 20 }, () => vault.runExclusively(one, task, never)));
      const { promise: freed, resolve: free } = Promise.withResolvers<void>();
      const exclusive = vault.runExclusively(one, () => freed, never);
      const concurrent = await vault.runExclusively(two, async () => 'beside', never);
      free();
      await exclusive;
      expect([maxConcurrent, concurrent]).toEqual([1, 'beside']);
    });

    test('[SIGN-5] runs the next task after one that failed, and never one whose caller has given up', async () => {
      const vault = open();
      await expect(vault.runExclusively(one, () => Promise.reject(new Error('failed')), never)).rejects.toThrow(
        'failed',
      );
      const { promise: freed, resolve: free } = Promise.withResolvers<void>();
      const exclusive = vault.runExclusively(one, () => freed, never);
      const givingUp = new AbortController();
      let hasRun = false;
      const waiting = vault.runExclusively(one, async () => (hasRun = true), givingUp.signal);
      givingUp.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      free();
      await exclusive;
      expect([await vault.runExclusively(one, async () => 'next', never), hasRun]).toEqual(['next', false]);
    });
  });
}
