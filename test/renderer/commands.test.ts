import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src-renderer/commands/command.ts';
import { createCommandRegistry } from '../../src-renderer/commands/command-registry.ts';
import { type FirstKey, keycapsOf, stepOfKey, strokesOf } from '../../src-renderer/commands/key-strokes.ts';
import { keysOf } from '../../src-renderer/commands/use-commands.ts';

function press(
  key: string,
  code: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', true>> = {},
) {
  return strokesOf({ key, code, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });
}

describe('the name of a key press', () => {
  it.each([
    ['a letter', press('j', 'KeyJ'), ['J']],
    ['[PAGE-263] the same key in Cyrillic', press('о', 'KeyJ'), ['J']],
    ['[PAGE-263] the same key on Dvorak', press('h', 'KeyJ'), ['J']],
    ['[PAGE-263] a Dvorak letter in the place of a US sign', press('z', 'Slash'), []],
    ['[PAGE-263] a Dvorak sign in the place of a US letter', press(',', 'KeyW'), [',', 'W']],
    ['a letter with Shift', press('X', 'KeyX', { shiftKey: true }), ['Shift+X']],
    ['[PAGE-263] a question mark', press('?', 'Slash', { shiftKey: true }), ['?']],
    ['[PAGE-263] a question mark in French', press('?', 'KeyM', { shiftKey: true }), ['?', 'Shift+M']],
    ['[PAGE-263] a question mark in Cyrillic', press('?', 'Digit7', { shiftKey: true }), ['?', 'Shift+7']],
    ['a digit', press('1', 'Digit1'), ['1']],
    ['a digit in French', press('&', 'Digit1'), ['&', '1']],
    ['a named key', press('ArrowDown', 'ArrowDown'), ['ArrowDown']],
    ['a named key with Shift', press('ArrowDown', 'ArrowDown', { shiftKey: true }), ['Shift+ArrowDown']],
    ['Space', press(' ', 'Space'), ['Space']],
    ['Ctrl and a letter', press('k', 'KeyK', { ctrlKey: true }), ['Ctrl+K']],
    ['Command and a letter', press('k', 'KeyK', { metaKey: true }), ['Ctrl+K']],
    ['Ctrl and a letter in Cyrillic', press('л', 'KeyK', { ctrlKey: true }), ['Ctrl+K']],
    ['Alt', press('j', 'KeyJ', { altKey: true }), []],
    ['AltGr, which writes a sign', press('@', 'KeyQ', { altKey: true, ctrlKey: true }), []],
    [
      'AltGr that is not reported as Alt',
      strokesOf({
        key: '€',
        code: 'KeyE',
        shiftKey: false,
        ctrlKey: false,
        altKey: false,
        metaKey: false,
        getModifierState: (name) => name === 'AltGraph',
      }),
      ['€'],
    ],
    ['Shift alone', press('Shift', 'ShiftLeft', { shiftKey: true }), []],
    ['a dead key', press('Dead', 'BracketLeft'), []],
  ])('%s', (_, strokes, expected) => {
    expect(strokes).toEqual(expected);
  });

  it.each([
    ['G T', ['G', 'T']],
    ['Ctrl+K', ['Ctrl', 'K']],
    ['Escape', ['Esc']],
    ['Shift+ArrowDown', ['Shift', '↓']],
    ['+', ['+']],
    ['Ctrl++', ['Ctrl', '+']],
  ])('is shown as keycaps: %s', (keys, caps) => {
    expect(keycapsOf(keys)).toEqual(caps);
  });
});

describe('a sequence of two keys', () => {
  const bound = new Set(['G T', 'G C', 'T', 'J', '?']);
  const begun = (stroke: string, at: number): FirstKey => ({ stroke, at });
  it.each<[string, FirstKey | null, string[], number, object]>([
    ['a key that is bound', null, ['J'], 5, { kind: 'keys', keys: 'J' }],
    ['the first bound name of a key with two names', null, [',', 'J'], 5, { kind: 'keys', keys: 'J' }],
    ['the first key of a sequence', null, ['G'], 5, { kind: 'prefix', first: begun('G', 5) }],
    ['the second key in time', begun('G', 5), ['T'], 1_004, { kind: 'keys', keys: 'G T' }],
    ['the second key too late, on its own', begun('G', 5), ['T'], 1_005, { kind: 'keys', keys: 'T' }],
    ['a second key outside the sequence, on its own', begun('G', 5), ['J'], 6, { kind: 'keys', keys: 'J' }],
    ['the first key again', begun('G', 5), ['G'], 6, { kind: 'prefix', first: begun('G', 6) }],
    ['a key without a command', begun('G', 5), ['X'], 6, { kind: 'nothing' }],
  ])('%s', (_, first, strokes, at, step) => {
    expect(stepOfKey(bound, first, strokes, at)).toEqual(step);
  });
});

describe('the list of commands', () => {
  const done: string[] = [];
  function command(id: string, keys: string[], part: Partial<Command> = {}): Command {
    return { id, title: id, group: 'List', keys, run: () => done.push(part.title ?? id), ...part };
  }
  const shown = (registry: ReturnType<typeof createCommandRegistry>) =>
    registry.getState().commands.map(({ id, keys }) => [id, ...keys]);

  it('[PAGE-263] gives a key to the component that was mounted last, and back when that is removed', () => {
    const registry = createCommandRegistry();
    const [outer, inner] = [registry.newOwner(), registry.newOwner()];
    // React runs the effects of inner components first.
    registry.register(inner, [command('event.close', ['Escape'])]);
    registry.register(outer, [command('list.live', ['Escape', 'Home'])]);
    expect(shown(registry)).toEqual([
      ['list.live', 'Home'],
      ['event.close', 'Escape'],
    ]);
    registry.unregister(inner);
    expect(shown(registry)).toEqual([['list.live', 'Escape', 'Home']]);
  });

  it('[PAGE-72] lists no letter and no sign without Ctrl while the user has turned them off', () => {
    const registry = createCommandRegistry();
    registry.register(1, [
      command('step', ['J', 'ArrowDown']),
      command('go', ['G T', 'Ctrl+K']),
      command('share', ['Shift+E']),
      command('help', ['?']),
      command('next', ['Enter', 'Space', 'Shift+Enter']),
    ]);
    registry.allowSingleKeys(false);
    expect(shown(registry)).toEqual([
      ['step', 'ArrowDown'],
      ['go', 'Ctrl+K'],
      ['share'],
      ['help'],
      ['next', 'Enter', 'Space', 'Shift+Enter'],
    ]);
    registry.allowSingleKeys(true);
    expect(shown(registry).flat()).toContain('G T');
  });

  it('runs the newest version of a command, and notifies only if a visible part changed', () => {
    const registry = createCommandRegistry();
    const owner = registry.newOwner();
    registry.register(owner, [command('a', ['A'])]);
    const { commands } = registry.getState();
    let told = 0;
    registry.subscribe(() => (told += 1));
    done.length = 0;
    registry.register(owner, [{ ...command('a', ['A']), run: () => done.push('the new one') }]);
    commands[0]?.run();
    expect({ done, told: registry.getState().commands === commands }).toEqual({ done: ['the new one'], told: true });
    registry.register(owner, [command('a', ['A'], { title: 'Another' })]);
    expect(registry.getState().commands.map(({ title }) => title)).toEqual(['Another']);
    expect(told).toBeGreaterThan(0);
  });

  it('reads no other command if a component renders again with the same ones', () => {
    const registry = createCommandRegistry();
    const [other, owner] = [registry.newOwner(), registry.newOwner()];
    let reads = 0;
    const counted = { ...command('other', ['O']) };
    Object.defineProperty(counted, 'title', { enumerable: true, get: () => `read ${(reads += 1)}` });
    registry.register(other, [counted]);
    registry.register(owner, [command('a', ['A'])]);
    reads = 0;
    registry.register(owner, [command('a', ['A'])]);
    expect(reads).toBe(0);
    registry.register(owner, [command('a', ['A'], { unavailable: 'Nothing is open.' })]);
    expect(reads).toBeGreaterThan(0);
  });

  it('does not retain earlier lists', async () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const registry = createCommandRegistry();
    const bring = (title: string) => {
      const run = () => undefined;
      registry.register(1, [{ id: 'x', title, group: 'List', keys: [], run }]);
      return new WeakRef(run);
    };
    const first = bring('First');
    bring('Second');
    bring('Third');
    // A WeakRef keeps its target alive until the task that created it ends.
    await new Promise((resolve) => setTimeout(resolve));
    if (typeof collect === 'function') collect();
    expect(first.deref()).toBeUndefined();
  });

  it('says why a command is unavailable, and does not run it', () => {
    const registry = createCommandRegistry();
    const owner = registry.newOwner();
    done.length = 0;
    registry.register(owner, [command('a', ['A'], { unavailable: 'Nothing is open.' })]);
    registry.getState().commands[0]?.run();
    expect({ done, refusal: registry.getState().refusal }).toEqual({ done: [], refusal: 'Nothing is open.' });
    registry.register(owner, [command('a', ['A'])]);
    registry.getState().commands[0]?.run();
    expect({ done, refusal: registry.getState().refusal }).toEqual({ done: ['a'], refusal: null });
  });

  it('returns the visible keys of each command', () => {
    const commands = [command('go.timeline', ['G T', 'Ctrl+1']), command('quiet', [])];
    expect(['go.timeline', 'quiet', 'not there'].map((id) => keysOf(commands, id))).toEqual([['G', 'T'], [], []]);
  });
});
