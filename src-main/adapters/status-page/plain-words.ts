/** Shows the words of a page as plain text: without markup, in one line, shortened. */
import sax, { type Handlers } from 'sax';

const MAX_TITLE = 200;
const MAX_WORDS = 600;
/** More is never shown. */
const MAX_READ = 20_000;
const BLOCKS = new Set(['P', 'BR', 'DIV', 'LI', 'UL', 'OL', 'TR', 'TD', 'H1', 'H2', 'H3', 'H4', 'HR']);

/** Returns the text of a piece of HTML, well-formed or not. */
export function htmlText(html: string): string {
  let text = '';
  const add = (part: string) => (text += part);
  const parser = sax.parser(false, { xmlns: false });
  Object.assign(parser, {
    onopentag: ({ name }) => add(BLOCKS.has(name) ? ' ' : ''),
    ontext: add,
    oncdata: add,
    onerror: () => (parser.error = null),
  } satisfies Partial<Handlers>);
  // Behind the end of the first element, all markup would be text.
  parser.write(`<all>${html.slice(0, MAX_READ)}</all>`).close();
  return text;
}

export function titleText(text: string): string {
  return oneLine(text, MAX_TITLE) ?? 'Without a title';
}

/** Returns null if there are no words. */
export function wordsText(text: string): string | null {
  return oneLine(text, MAX_WORDS);
}

function oneLine(text: string, max: number): string | null {
  const line = text
    .slice(0, MAX_READ)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= max ? line : `${line.slice(0, max - 2).trimEnd()} …`;
}
