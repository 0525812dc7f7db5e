/**
 * Cuts values under a secret's name as they arrive, and every known secret wherever it occurs. A secret keeps its mark
 * for one run, so that requests with the same token can be matched.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { secretEncodings } from './secret-encodings.ts';

/** Compared without hyphens, underscores and case. Sources: RFC 6749, RFC 7636, RFC 7009, OpenID Connect Core. */
const SECRET_NAMES = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'client_secret',
  'client_assertion',
  'assertion',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'id_token',
  'id_token_hint',
  'token',
  'state',
  'nonce',
  'password',
  'secret',
  'api_key',
  'x-api-key',
] as const;

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');
const secretNames: ReadonlySet<string> = new Set(SECRET_NAMES.map(plain));
export const isSecretName = (name: string): boolean => secretNames.has(plain(name));

/** Finds `name=value`, `"name": "value"` and similar in other texts. The value may be incomplete. */
const NAMED =
  /(?<![\w-])(["']?)(authorization|proxy[-_]?authorization|cookie|client[-_]?secret|client[-_]?assertion|assertion|code|code[-_]?verifier|access[-_]?token|refresh[-_]?token|id[-_]?token|id[-_]?token[-_]?hint|token|state|nonce|password|secret|api[-_]?key|x[-_]?api[-_]?key)\1(\s*[=:]\s*)("(?:[^"\\]|\\.)*"?|[^\s&;,}"]+)/gi;
const WEB_TOKEN = /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g;

/** Shorter values are common words, so they are cut only under the name of a secret. */
const MIN_SECRET_LENGTH = 6;
/** Keeps only the newest secrets from requests, so that a simulator that runs for weeks does not grow. */
const MAX_RETAINED_SECRETS = 500;

export class SecretRedactor {
  readonly #key = randomBytes(32);
  readonly #configured = new Set<string>();
  readonly #configuration: () => Iterable<string>;
  readonly #learned = new Map<string, readonly string[]>();
  /** Encodings by their first characters. */
  readonly #byPrefix = new Map<string, Map<string, string>>();

  /** @param configuration the secrets of the current configuration; they are never forgotten */
  constructor(configuration: () => Iterable<string>) {
    this.#configuration = configuration;
  }

  mark(secret: string): string {
    return `[cut ${createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, 8)}]`;
  }

  learn(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH || this.#learned.has(secret)) return;
    this.#learned.set(secret, this.#index(secret));
    const [oldest] = this.#learned.keys();
    if (this.#learned.size > MAX_RETAINED_SECRETS && oldest !== undefined) this.#forget(oldest);
  }

  /** Learns a value under a secret's name and returns its mark. */
  redact(secret: string): string {
    this.learn(secret);
    return this.mark(secret);
  }

  redactNamed(text: string): string {
    return text.replaceAll(NAMED, (_all, quote: string, name: string, between: string, value: string) => {
      const bare = value.replaceAll(/^"|"$/g, '');
      return `${quote}${name}${quote}${between}${this.redact(bare)}`;
    });
  }

  /** Cuts every known secret in every known encoding, and everything that looks like a JWT. */
  redactKnown(text: string): string {
    for (const secret of this.#configuration()) {
      if (this.#configured.has(secret)) continue;
      this.#configured.add(secret);
      this.#index(secret);
    }
    let cut = '';
    let from = 0;
    for (let at = 0; at + MIN_SECRET_LENGTH <= text.length; at++) {
      const found = this.#at(text, at);
      if (found === null) continue;
      cut += text.slice(from, at) + found.mark;
      from = at + found.length;
      at = from - 1;
    }
    return (cut + text.slice(from)).replaceAll(WEB_TOKEN, (token) => this.mark(token));
  }

  /** Finds the longest encoding that begins here. At the end of the text a prefix of it is enough. */
  #at(text: string, at: number): { length: number; mark: string } | null {
    let best: { length: number; mark: string } | null = null;
    for (const [spelling, mark] of this.#byPrefix.get(text.slice(at, at + MIN_SECRET_LENGTH)) ?? []) {
      const length = Math.min(spelling.length, text.length - at);
      if (length > (best?.length ?? 0) && text.startsWith(spelling.slice(0, length), at)) best = { length, mark };
    }
    return best;
  }

  #index(secret: string): readonly string[] {
    const all = secretEncodings(secret).filter((spelling) => spelling.length >= MIN_SECRET_LENGTH);
    const mark = this.mark(secret);
    for (const spelling of all) {
      const prefix = spelling.slice(0, MIN_SECRET_LENGTH);
      const same = this.#byPrefix.get(prefix) ?? new Map<string, string>();
      this.#byPrefix.set(prefix, same.set(spelling, mark));
    }
    return all;
  }

  #forget(secret: string): void {
    const spellingsOfIt = this.#learned.get(secret) ?? [];
    this.#learned.delete(secret);
    if (this.#configured.has(secret)) return;
    for (const spelling of spellingsOfIt) {
      const prefix = spelling.slice(0, MIN_SECRET_LENGTH);
      const same = this.#byPrefix.get(prefix);
      same?.delete(spelling);
      if (same?.size === 0) this.#byPrefix.delete(prefix);
    }
  }
}
