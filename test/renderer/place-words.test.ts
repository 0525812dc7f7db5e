import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchRank } from '../../src-renderer/frame/spotlight/spotlight-entries.ts';
import { screenSynonyms, settingsPartWords } from '../../src-renderer/words/place-words.ts';

const places: readonly (readonly [name: string, synonyms: readonly string[]])[] = [
  ...Object.entries(screenSynonyms),
  ...Object.values(settingsPartWords).map(({ title, synonyms }) => [title, synonyms] as const),
];
const found = (text: string) =>
  places.flatMap(([name, synonyms]) =>
    [name, ...synonyms].some((words) => (matchRank(words, text) ?? 2) < 2) ? [name] : [],
  );
/** First column of the tables. */
const glossary = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| ([^|]+?) +\|/gm)]
  .map(([, word = '']) => word)
  .filter((word) => word !== 'word' && !word.startsWith('--'));

describe('the other words for screens and parts of Settings', () => {
  it('[PAGE-59] exist for each of them, once', () => {
    const wrong = places.filter(([, synonyms]) => synonyms.length === 0 || new Set(synonyms).size < synonyms.length);
    expect(wrong).toEqual([]);
  });

  it('[PAGE-59] lead from each word of the glossary to a screen', () => {
    expect(glossary.length).toBeGreaterThan(30);
    expect(glossary.filter((word) => found(word).length === 0)).toEqual([]);
  });

  it.each([
    ['alarm', 'Alarms'],
    ['blind', 'coverage'],
    ['gap', 'coverage'],
    ['retention', 'data'],
    ['proxy', 'Profiles'],
    ['certificate', 'Profiles'],
    ['theme', 'Appearance'],
    ['dark', 'Appearance'],
    ['time zone', 'Appearance'],
    ['help', 'Documents'],
    ['glossary', 'Documents'],
    ['quiet hours', 'Alarms'],
    ['notification', 'Alarms'],
    ['backup', 'data'],
    ['permission', 'access'],
    ['hand-over', 'report'],
    ['eUICC', 'localizations'],
    ['iccid', 'subscriptions'],
    ['autostart', 'Desktop'],
  ])('[PAGE-59] lead from %j to %s', (typed, name) => {
    expect(found(typed)).toContain(name);
  });
});
