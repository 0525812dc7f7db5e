/** `{{` and `}}` are braces. In an address, scheme and host are fixed: fields only in path, query or fragment. */
import { openableAddress } from '../../lib/openable-address.ts';
import { templateTokens } from '../../lib/template-tokens.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { isLinkFieldName, linkField, type LinkFieldName, type LinkPlace } from './link-fields.ts';

export const linkKinds = ['address', 'copy'] as const;
export type LinkKind = (typeof linkKinds)[number];

export const MAX_TEMPLATE_LENGTH = 2_048;

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: LinkFieldName; readonly isInPath: boolean };

export type TemplateProblem =
  | { readonly kind: 'empty' | 'too-long' | 'stray-brace' | 'invisible' }
  | { readonly kind: 'scheme' | 'field-in-host' | 'credentials' | 'host' | 'backslash' | 'percent' | 'dot-segment' }
  | { readonly kind: 'unknown-field'; readonly name: string }
  | { readonly kind: 'field-not-there'; readonly name: LinkFieldName; readonly place: LinkPlace };

export type ParsedTemplate =
  | { readonly kind: 'template'; readonly parts: readonly TemplatePart[]; readonly origin: string | null }
  | { readonly kind: 'problem'; readonly problem: TemplateProblem };

export function parseTemplate(kind: LinkKind, text: string, places: readonly LinkPlace[]): ParsedTemplate {
  if (text.trim() === '') return problem({ kind: 'empty' });
  if (text.length > MAX_TEMPLATE_LENGTH) return problem({ kind: 'too-long' });
  // A copy text may have lines.
  if (visibleText(text, kind === 'copy' ? '\n' : '') !== text) return problem({ kind: 'invisible' });
  const tokens = tokensOf(text, places);
  if ('kind' in tokens) return problem(tokens);
  return kind === 'copy' ? { kind: 'template', parts: tokens, origin: null } : addressTemplate(tokens);
}

function problem(found: TemplateProblem): ParsedTemplate {
  return { kind: 'problem', problem: found };
}

function tokensOf(text: string, places: readonly LinkPlace[]): readonly TemplatePart[] | TemplateProblem {
  const parts: TemplatePart[] = [];
  for (const token of templateTokens(text)) {
    if (token.kind === 'stray-brace') return { kind: 'stray-brace' };
    if (token.kind === 'text') {
      parts.push(token);
      continue;
    }
    const { name } = token;
    if (!isLinkFieldName(name)) return { kind: 'unknown-field', name };
    const place = places.find((each) => !linkField(name).places.includes(each));
    if (place !== undefined) return { kind: 'field-not-there', name, place };
    parts.push({ kind: 'field', name, isInPath: false });
  }
  return parts;
}

/** Characters that a URL keeps as they are. Others in the text of the template are encoded, so `title=A b` works. */
const KEPT = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu;

function addressTemplate(tokens: readonly TemplatePart[]): ParsedTemplate {
  const [first] = tokens;
  const start = first?.kind === 'text' ? first.text : '';
  const scheme = /^https?:\/\//i.exec(start)?.[0];
  if (scheme === undefined) return problem({ kind: 'scheme' });
  const end = start.slice(scheme.length).search(/[/?#\\]/);
  const authority = end === -1 ? start.slice(scheme.length) : start.slice(scheme.length, scheme.length + end);
  if (authority.includes('@')) return problem({ kind: 'credentials' });
  if (end === -1 && tokens.length > 1) return problem({ kind: 'field-in-host' });
  const origin = originOf(scheme, authority);
  if (typeof origin !== 'string') return problem(origin);
  const rest = end === -1 ? '' : start.slice(scheme.length + end);
  const after: TemplatePart[] = [{ kind: 'text', text: rest.startsWith('/') ? rest : `/${rest}` }, ...tokens.slice(1)];
  const texts = after.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  if (texts.includes('\\')) return problem({ kind: 'backslash' });
  if (/%(?![0-9A-Fa-f]{2})/.test(texts)) return problem({ kind: 'percent' });
  const path = texts.split(/[?#]/)[0] ?? '';
  if (path.split('/').some(isDotSegment)) return problem({ kind: 'dot-segment' });
  return { kind: 'template', parts: placed(origin, after), origin };
}

/** A URL parser removes such a segment, also in its encoded spelling. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** The host must be spelled as a URL parser prints it, so that what a person reads is where the browser goes. */
function originOf(scheme: string, authority: string): string | TemplateProblem {
  const written = `${scheme}${authority}`.toLowerCase();
  if (authority === '' || !URL.canParse(written)) return { kind: 'host' };
  const url = new URL(written);
  const port = url.protocol === 'https:' ? ':443' : ':80';
  if (written !== url.origin && written !== `${url.origin}${port}`) return { kind: 'host' };
  return openableAddress(`${url.origin}/`) === null ? { kind: 'scheme' } : url.origin;
}

function placed(origin: string, parts: readonly TemplatePart[]): readonly TemplatePart[] {
  let isInPath = true;
  const encoded = parts.map((part): TemplatePart => {
    if (part.kind === 'field') return { ...part, isInPath };
    if (/[?#]/.test(part.text)) isInPath = false;
    return { kind: 'text', text: part.text.replaceAll(KEPT, encodeURIComponent) };
  });
  return [{ kind: 'text', text: origin }, ...encoded];
}
