import {
  type AddressProblem,
  addressProblem,
  addressWithSecret,
  hostOfAddress,
  isFilePath,
  SECRET_FIELD,
} from './outlet-address.ts';
import { HEARTBEAT_SECONDS, MAX_OUTLETS, type NewOutlet, OUTLET_LIMITS } from './outlet.ts';
import { outletKind } from './outlet-kinds.ts';
import { AUTH_SCHEMES, authProblem, type AuthProblem, isHeaderSecret } from './secret-header.ts';
import { isSigningSecret } from './signing-secret.ts';
import { templateProblem } from './template.ts';

export type OutletMistake =
  | { readonly field: 'name'; readonly kind: 'empty' | 'too-long' | 'taken' | 'too-many' }
  | {
      readonly field: 'url';
      readonly kind: Exclude<AddressProblem, 'other-host'> | 'too-long' | 'not-a-path' | 'other-file';
    }
  | { readonly field: 'url'; readonly kind: 'other-host'; readonly host: string }
  /**
   * `nowhere`: not in address or header, and this kind does not sign. `changes-address`: it would lead elsewhere.
   * `bound`: the stored secret belongs to the old address or header.
   */
  | {
      readonly field: 'secret';
      readonly kind:
        | 'missing'
        | 'too-long'
        | 'lines'
        | 'not-for-files'
        | 'nowhere'
        | 'twice'
        | 'not-basic'
        | 'not-in-header'
        | 'not-signing'
        | 'changes-address'
        | 'bound';
    }
  | { readonly field: 'auth'; readonly kind: AuthProblem }
  | { readonly field: 'topics'; readonly kind: 'none' | 'no-events' }
  | { readonly field: 'template'; readonly kind: 'too-long' | 'not-json' | 'too-deep' | 'stray-brace' }
  | {
      readonly field: 'template';
      readonly kind: 'unknown-field';
      readonly name: string;
      readonly known: readonly string[];
    }
  | { readonly field: 'everySeconds'; readonly kind: 'range' };

/** Returns the outlet as it is stored: without settings that its kind does not have. */
export function normalizedOutlet(outlet: NewOutlet): NewOutlet {
  const { kind, name, url, auth, topics, views, areIdentifiersWhole, template, isBatched } = outlet;
  const facts = outletKind(kind);
  return {
    ...outlet,
    name: name.trim(),
    url: facts.path === null ? url.trim() : withPath(url.trim(), facts.path),
    auth: facts.target === 'file' || auth === null ? null : withSchemeName(auth.trim()),
    topics: facts.sends === 'pings' ? [] : topics,
    areIdentifiersWhole: views.length > 0 && areIdentifiersWhole,
    template: facts.template !== null && template !== null && template.trim() !== '' ? template : null,
    isBatched: facts.batch === 'optional' && isBatched,
  };
}

/** An empty name is that of no header. */
function withSchemeName(auth: string): string {
  return AUTH_SCHEMES.find((scheme) => scheme === auth.toLowerCase()) ?? auth;
}

function withPath(url: string, path: string): string {
  if (addressProblem(url) !== null) return url;
  return new URL(url).pathname.endsWith(path) ? url : url.replace(/\/*$/, '') + path;
}

/** `outlet` is normalized, `listed` are the others. At most one mistake for each field, in the order of the fields. */
export function outletMistakes(
  outlet: NewOutlet,
  secret: string | null,
  listed: readonly { readonly name: string }[],
  before: Pick<NewOutlet, 'url' | 'auth'> | null = null,
): readonly OutletMistake[] {
  const { everySeconds } = outlet;
  const { min, max } = HEARTBEAT_SECONDS;
  const isInRange = Number.isInteger(everySeconds) && everySeconds >= min && everySeconds <= max;
  const mistakes: readonly (OutletMistake | null)[] = [
    nameMistake(outlet, listed),
    urlMistake(outlet),
    authMistake(outlet),
    secretMistake(outlet, secret, before),
    topicsMistake(outlet),
    templateMistake(outlet),
    isInRange ? null : { field: 'everySeconds', kind: 'range' },
  ];
  return mistakes.filter((mistake) => mistake !== null);
}

function nameMistake({ name }: NewOutlet, listed: readonly { readonly name: string }[]): OutletMistake | null {
  if (name === '') return { field: 'name', kind: 'empty' };
  if (name.length > OUTLET_LIMITS.name) return { field: 'name', kind: 'too-long' };
  if (listed.some((one) => one.name === name)) return { field: 'name', kind: 'taken' };
  return listed.length >= MAX_OUTLETS ? { field: 'name', kind: 'too-many' } : null;
}

function urlMistake({ kind, url }: NewOutlet): OutletMistake | null {
  if (url.length > OUTLET_LIMITS.url) return { field: 'url', kind: 'too-long' };
  if (outletKind(kind).target === 'file') {
    if (!isFilePath(url)) return { field: 'url', kind: 'not-a-path' };
    // A page must not be able to append to a file that a shell or another program reads.
    return /\.(?:ndjson|jsonl)$/i.test(url) ? null : { field: 'url', kind: 'other-file' };
  }
  const problem = addressProblem(url);
  if (problem === 'other-host') return { field: 'url', kind: problem, host: hostOfAddress(url) };
  return problem === null ? null : { field: 'url', kind: problem };
}

function authMistake({ auth }: NewOutlet): OutletMistake | null {
  const problem = auth === null ? null : authProblem(auth);
  return problem === null ? null : { field: 'auth', kind: problem };
}

function topicsMistake({ kind, topics, views }: NewOutlet): OutletMistake | null {
  const { sends } = outletKind(kind);
  if (views.length > 0 && sends !== 'messages') return { field: 'topics', kind: 'no-events' };
  return sends !== 'pings' && topics.length + views.length === 0 ? { field: 'topics', kind: 'none' } : null;
}

function secretMistake(
  { kind, url, auth }: NewOutlet,
  secret: string | null,
  before: Pick<NewOutlet, 'url' | 'auth'> | null,
): OutletMistake | null {
  const { target, isSigned } = outletKind(kind);
  const isInAddress = target === 'address' && url.includes(SECRET_FIELD);
  const mistake = (what: Extract<OutletMistake, { field: 'secret' }>['kind']) =>
    ({ field: 'secret', kind: what }) as const;
  if (isInAddress && auth !== null) return mistake('twice');
  const isSame = url === before?.url && auth === before.auth;
  if (secret === null) return (isInAddress || auth !== null) && !isSame ? mistake('missing') : null;
  if (target === 'file') return mistake('not-for-files');
  if (secret.length > OUTLET_LIMITS.secret) return mistake('too-long');
  if (/[\r\n]/.test(secret)) return mistake('lines');
  if (auth !== null && !isHeaderSecret(auth, secret)) return mistake(auth === 'basic' ? 'not-basic' : 'not-in-header');
  if (auth !== null) return null;
  if (isInAddress) return addressWithSecret(url, secret) === null ? mistake('changes-address') : null;
  if (!isSigned) return mistake('nowhere');
  return isSigningSecret(secret) ? null : mistake('not-signing');
}

function templateMistake({ kind, template }: NewOutlet): OutletMistake | null {
  if (template === null) return null;
  if (template.length > OUTLET_LIMITS.template) return { field: 'template', kind: 'too-long' };
  const problem = templateProblem(template, outletKind(kind).template?.fields ?? []);
  if (problem === null) return null;
  if (problem.kind !== 'unknown-field') return { field: 'template', kind: problem.kind };
  return { field: 'template', kind: 'unknown-field', name: problem.field, known: problem.known };
}
