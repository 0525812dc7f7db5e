/** The documents of users, a chunk of its own. Tokens instead of HTML: the page allows no text to become elements. */
import { lexer, type Token, type Tokens } from 'marked';

const TEXTS: Readonly<Record<string, string>> = import.meta.glob<string>(
  [
    '../../../../docs/{using,cases,alarms,filter,search,links,team-for-operators,glossary}.md',
    '../../../../docs/{install,connect,desktop,headless,hand-off,team,command-line}.md',
    '../../../../docs/{intermediaries,data-and-privacy,troubleshooting,accessibility,threat-model}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

export const documentGroups = {
  'For operators': ['using', 'glossary', 'cases', 'alarms', 'filter', 'search', 'links', 'team-for-operators'],
  'For administrators': [
    'install',
    'connect',
    'troubleshooting',
    'desktop',
    'headless',
    'hand-off',
    'team',
    'command-line',
    'intermediaries',
    'data-and-privacy',
    'threat-model',
    'accessibility',
  ],
} as const;

export interface UserDocument {
  readonly title: string;
  readonly text: string;
}

/** By the name that addresses and links use, such as `filter`. */
export const documents: ReadonlyMap<string, UserDocument> = new Map(
  Object.entries(TEXTS).map(([path, text]) => [
    /([\w-]+)\.md$/.exec(path)?.[1] ?? path,
    { title: /^# (.+)$/m.exec(text)?.[1] ?? path, text },
  ]),
);

/** Without pictures, which are not part of the page, and paragraphs that consist of one. */
export function documentTokens({ text }: UserDocument): readonly Token[] {
  return lexer(text.replaceAll(/^!\[[^\]]*\]\([^)]*\)\n/gm, ''));
}

/** The anchor of a heading, as GitHub makes it. */
export function headingAnchor({ text }: Pick<Tokens.Heading, 'text'>): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** @returns `filter#times` of a link in the document `name`; null if it leads to no document of users */
export function documentOfLink(name: string, href: string): string | null {
  const [file = '', anchor] = href.split('#');
  const target = file === '' ? name : file.replace(/\.md$/, '');
  if (!documents.has(target)) return null;
  return anchor === undefined ? target : `${target}#${anchor}`;
}
