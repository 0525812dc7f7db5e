import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorCode } from '../../src-renderer/components/ErrorCode.tsx';
import { OutcomeMark } from '../../src-renderer/components/OutcomeMark.tsx';
import { ShortId } from '../../src-renderer/components/ShortId.tsx';
import { Time } from '../../src-renderer/components/Time.tsx';
import { Untrusted } from '../../src-renderer/components/Untrusted.tsx';
import { Value } from '../../src-renderer/components/Value.tsx';
import { selectedText } from '../../src-renderer/text/selected-text.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';
import { EVENT, lineOf, renderTimeline } from '../doubles/render-timeline.tsx';

const EID = '89044012000000000000000000000007';
const CODE = 'START_PROFILE_ALLOCATION_FAILED';

/** Selects from one text to another, as a pointer does. @param fromOffset of characters in the first text */
function selectedFrom(from: Element, to: Element, fromOffset = 0): string {
  const texts = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text) found.push(node);
    return found;
  };
  const [first, last] = [texts(from)[0], texts(to).at(-1)];
  const selection = document.getSelection();
  if (first === undefined || last === undefined || selection === null) throw new Error('There is no text to select.');
  selection.setBaseAndExtent(first, fromOffset, last, last.length);
  return selectedText(selection);
}

async function selectedIn(children: ReactNode, fromOffset = 0): Promise<string> {
  await renderComponent(<div data-testid="shown">{children}</div>);
  const shown = page.getByTestId('shown').element();
  return selectedFrom(shown, shown, fromOffset);
}

it.each<[what: string, shown: () => ReactNode, copied: string]>([
  ['a code', () => <ErrorCode code={CODE} />, CODE],
  [
    'a code that is shortened at its front',
    () => (
      <div style={{ width: 90 }}>
        <ErrorCode code={CODE} />
      </div>
    ),
    CODE,
  ],
  ['an identifier that is shown with its last digits', () => <ShortId name="EID" value={EID} />, EID],
  ['an identifier with an invisible character', () => <Untrusted text={'8904\u200B4'} />, '8904\u200B4'],
  ['a code with a line end', () => <ErrorCode code={'A_\nB'} />, 'A_\\u{000A}B'],
  ['a time', () => <Time at={START + 123} />, '2026-11-21T14:00:00.123Z'],
  [
    'a text after words for screen readers',
    () => (
      <p>
        <OutcomeMark outcome="failed" />
        Stockholm
      </p>
    ),
    'Stockholm',
  ],
  [
    'a value of details',
    () => (
      <dl>
        <Value name="EID" value={EID}>
          <ShortId name="EID" value={EID} isFull />
        </Value>
        <Value name="Code" value={CODE} />
      </dl>
    ),
    `EID\t${EID}\nCode\t${CODE}`,
  ],
  [
    'a sentence of several parts',
    () => (
      <p>
        since <Time at={START} />, <b>3</b> of <em>4</em>
      </p>
    ),
    'since 2026-11-21T14:00:00.000Z, 3 of 4',
  ],
  [
    'a paragraph below another one',
    () => (
      <>
        <p>one</p>
        <p>two</p>
      </>
    ),
    'one\ntwo',
  ],
  [
    'a box next to another one',
    () => (
      <div className="flex gap-2">
        <span>SE</span>
        <span>back again</span>
      </div>
    ),
    'SE\tback again',
  ],
])('[EXPORT-21] %s is copied as it was received, and once', async (_what, shown, copied) => {
  expect(await selectedIn(shown())).toBe(copied);
});

it.each<[what: string, shown: () => ReactNode, fromOffset: number, copied: string]>([
  ['an identifier is copied as the identifier', () => <ShortId name="EID" value={EID} />, 1, EID],
  ['a code is copied as the code', () => <ErrorCode code={CODE} />, 3, CODE],
  ['a time is copied as the time', () => <Time at={START} />, 2, '2026-11-21T14:00:00.000Z'],
  [
    'a text that does not fit is copied as the text',
    () => (
      <p className="one-line" style={{ width: 60 }}>
        a long sentence of the provider
      </p>
    ),
    2,
    'a long sentence of the provider',
  ],
  ['a sentence is copied as the part', () => <p>one two</p>, 4, 'two'],
])('[EXPORT-21] a part of %s', async (_what, shown, fromOffset, copied) => {
  expect(await selectedIn(shown(), fromOffset)).toBe(copied);
});

it('[EXPORT-21] rows are lines of cells separated by tabs, also empty ones, and nothing of a row that only ends the selection', async () => {
  await renderComponent(
    <table>
      <tbody>
        {['a', 'b', 'c'].map((name) => (
          <tr key={name} data-testid={name}>
            <td>
              <ShortId name="EID" value={`${EID}${name}`} />
            </td>
            <td>
              <span className="visually-hidden">none</span>
            </td>
            <td>
              <span>{name}1</span>
              <p>{name}2</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
  const row = (name: string) => page.getByTestId(name).element();
  const twoRows = `${EID}a\t\ta1 a2\n${EID}b\t\tb1 b2`;
  expect(selectedFrom(row('a'), row('b'))).toBe(twoRows);
  document.getSelection()?.setBaseAndExtent(row('a'), 0, row('c'), 0);
  const selection = document.getSelection();
  expect(selection === null ? null : selectedText(selection)).toBe(twoRows);
});

it('[EXPORT-21] rows of the timeline have each identifier, code and time once', async () => {
  const backend = new PageBackend();
  await renderTimeline(5, null, backend);
  backend.store(2, { ...EVENT, eid: EID, errorCode: CODE, errorCodes: [CODE] });
  const countsOfLine = (line: string) => {
    const cells = line.split('\t');
    const count = (isSuch: (cell: string) => boolean) => cells.filter(isSuch).length;
    return {
      eids: count((cell) => cell === EID),
      codes: count((cell) => cell === CODE),
      times: count((cell) => cell.startsWith('2026-11-21T14:00:00')),
    };
  };
  const once = { eids: 1, codes: 1, times: 1 };
  await expect.poll(() => selectedFrom(lineOf(7), lineOf(6)).split('\n').map(countsOfLine)).toEqual([once, once]);
});
