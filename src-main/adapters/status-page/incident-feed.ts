/**
 * Reads Atom (RFC 4287), RSS 2.0 and RSS 1.0. A feed has no field for the end of an incident, so its end is not known.
 * `sax` expands no entities of a document, so no answer can grow while it is read.
 */
import sax, { type Handlers } from 'sax';
import type { PublishedIncident } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { feedTime } from './feed-time.ts';
import { htmlText, titleText, wordsText } from './plain-words.ts';

const ROOTS = new Set(['feed', 'rss', 'RDF']);
const ENTRIES = new Set(['entry', 'item']);
const MAX_DEPTH = 100;
const MAX_FIELD = 50_000;

interface Field {
  readonly name: string;
  /** `text`, `html`, `xhtml`, or a media type. RSS does not say it, and nearly all of its texts are HTML. */
  readonly type: string;
  readonly rel: string | null;
  readonly href: string | null;
  text: string;
}

/** @throws Error if the text is not well-formed XML, or no feed. */
export function entriesIn(xml: string): readonly (readonly Field[])[] {
  const entries: Field[][] = [];
  let depth = 0;
  let usualType = 'html';
  let entry: { readonly fields: Field[]; readonly depth: number } | null = null;
  let field: Field | null = null;
  const add = (text: string) => {
    if (field !== null && field.text.length < MAX_FIELD) field.text += text;
  };
  const open: Handlers['onopentag'] = ({ local, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error(`Elements are nested more than ${MAX_DEPTH} deep.`);
    if (depth === 1 && !ROOTS.has(local)) throw new Error(`The document is <${local}>, not a feed.`);
    if (depth === 1 && local === 'feed') usualType = 'text';
    if (entry === null && ENTRIES.has(local)) {
      entry = { fields: [], depth };
      entries.push(entry.fields);
    } else if (entry !== null && depth === entry.depth + 1) {
      const of = (name: string) => attributes[name]?.value ?? null;
      field = { name: local, type: of('type') ?? usualType, rel: of('rel'), href: of('href'), text: '' };
      entry.fields.push(field);
    } else add(' ');
  };
  const close = () => {
    if (entry !== null && depth === entry.depth + 1) field = null;
    if (entry !== null && depth === entry.depth) entry = null;
    depth -= 1;
  };
  const fail = (error: Error) => {
    throw error;
  };
  const handlers: Handlers = { onopentag: open, onclosetag: close, ontext: add, oncdata: add, onerror: fail };
  Object.assign(sax.parser(true, { xmlns: true }), handlers)
    .write(xml)
    .close();
  return entries;
}

/** Returns null if the entry names no time. @param base address of the feed, for links without a host */
export function incidentOf(entry: readonly Field[], base: string): PublishedIncident | null {
  const find = (...names: string[]) =>
    names.flatMap((name) => entry.find((field) => field.name === name && field.text.trim() !== '') ?? [])[0];
  const timeOf = (...names: string[]) => feedTime(find(...names)?.text);
  const published = timeOf('published', 'issued', 'pubDate', 'date');
  const updated = timeOf('updated', 'modified');
  const from = published ?? updated;
  if (from === null) return null;
  const title = titleText(plain(find('title')));
  const links = entry.filter(({ name }) => name === 'link');
  const link = links.find(({ rel }) => rel === null || rel === 'alternate') ?? links[0];
  const address = addressOf(link?.href ?? link?.text ?? '', base);
  return {
    id: find('id', 'guid')?.text.trim() ?? address ?? `${from} ${title}`,
    title,
    from,
    end: { kind: 'not-known' },
    updatedAt: Math.max(from, updated ?? 0),
    state: null,
    words: wordsText(plain(find('content', 'encoded', 'description', 'summary'))),
    link: address,
  };
}

function plain(field: Field | undefined): string {
  if (field === undefined) return '';
  return field.type === 'html' || field.type === 'text/html' ? htmlText(field.text) : field.text;
}

function addressOf(text: string, base: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const { protocol, href } = new URL(trimmed, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
