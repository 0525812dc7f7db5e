import type { Token, Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import {
  documentGroups,
  documentOfLink,
  documents,
  documentTokens,
  headingAnchor,
} from '../../src-renderer/screens/settings/documents/documents.ts';

const names = [...documents.keys()].toSorted();

function allTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of any token
    const {
      tokens: own = [],
      items = [],
      header = [],
      rows = [],
    } = token as Partial<Tokens.Generic & Tokens.Table> & {
      readonly items?: Token[];
    };
    const cells = [header, ...rows].flat().flatMap((cell) => cell.tokens);
    return [token, ...allTokens([...own, ...items, ...cells])];
  });
}

describe('[PAGE-338] the documents of the page', () => {
  test('are all listed once, with a title', () => {
    expect(Object.values(documentGroups).flat().toSorted()).toEqual(names);
    expect([...documents.values()].filter(({ title }) => title.includes('/'))).toEqual([]);
  });

  test.each(names)('link to each other and to headings that exist: %s', (name) => {
    const tokens = allTokens(documentTokens(documents.get(name)!));
    const targets = tokens.flatMap((token) => (token.type === 'link' ? (documentOfLink(name, token.href) ?? []) : []));
    const broken = targets.filter((target) => {
      const [to = '', anchor] = target.split('#');
      const anchors = documentTokens(documents.get(to)!).flatMap((token) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a heading has a text
        token.type === 'heading' ? headingAnchor(token as Tokens.Heading) : [],
      );
      return anchor !== undefined && !anchors.includes(anchor);
    });
    expect([broken, tokens.filter(({ type }) => type === 'image' || type === 'html')]).toEqual([[], []]);
  });

  test('say what the words of the field mean', () => {
    const words = ['eUICC', 'EID', 'ICCID', 'IMSI', 'MSISDN', 'localization', 'subscription', 'case', 'gap'];
    const { text = '' } = documents.get('glossary') ?? {};
    expect(words.filter((word) => !new RegExp(`^\\| ${word} +\\|`, 'm').test(text))).toEqual([]);
  });
});
