/**
 * What this process has sent to issuers as a secret, or got from them, so that the log can cut it out of whatever an
 * unexpected error repeats: a bug must not tell what no line of code would. It is never read for anything else.
 */
import type { TokenIssuer, TokenSet } from '../ports/token-issuer.ts';

/** Of a day of tokens that live for five minutes. A log line is about the newest. */
const MAX_KNOWN_SPELLINGS = 300;
/** Parsers repeat a piece of what they read: so many characters of its beginning tell a secret. */
const PREFIX_LENGTH = 12;
/** What is shorter stands in any sentence. */
const MIN_SECRET_LENGTH = 6;
/** What ends a secret of which only the beginning was repeated. */
const REST = /^[^\s"'`<>,;]*/;
const CUT = '[redacted]';

export class KnownSecrets {
  /** The oldest first. */
  readonly #spellings = new Set<string>();

  add(secret: string | null): void {
    if (secret === null || secret.length < MIN_SECRET_LENGTH) return;
    for (const spelling of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
      this.#spellings.delete(spelling);
      this.#spellings.add(spelling);
    }
    for (const oldest of this.#spellings) {
      if (this.#spellings.size <= MAX_KNOWN_SPELLINGS) break;
      this.#spellings.delete(oldest);
    }
  }

  /** The text without any of them, whole or cut off. */
  redact(text: string): string {
    let rest = text;
    for (const spelling of this.#spellings) rest = rest.replaceAll(spelling, CUT);
    for (const spelling of this.#spellings) rest = withoutBeginning(rest, spelling.slice(0, PREFIX_LENGTH));
    return rest;
  }
}

function withoutBeginning(text: string, beginning: string): string {
  const [before = '', ...after] = text.split(beginning);
  return after.length === 0 ? text : before + after.map((part) => CUT + part.replace(REST, '')).join('');
}

/** The same issuer; what goes to it and comes from it is known before anybody can stumble over it. */
export function secretRecordingIssuer(issuer: TokenIssuer, known: KnownSecrets): TokenIssuer {
  function heard<Tokens extends TokenSet>(tokens: Tokens): Tokens {
    known.add(tokens.accessToken);
    known.add(tokens.refreshToken);
    return tokens;
  }
  return {
    async clientCredentials(profile, clientSecret, signal) {
      known.add(clientSecret);
      return heard(await issuer.clientCredentials(profile, clientSecret, signal));
    },
    async refresh(profile, clientSecret, refreshToken, signal) {
      known.add(clientSecret);
      known.add(refreshToken);
      return heard(await issuer.refresh(profile, clientSecret, refreshToken, signal));
    },
    async authorization(request) {
      known.add(request.clientSecret);
      const authorization = await issuer.authorization(request);
      return {
        ...authorization,
        async exchange(callback, signal) {
          known.add(codeIn(callback.href));
          return heard(await authorization.exchange(callback, signal));
        },
      };
    },
    revoke(profile, clientSecret, refreshToken, signal) {
      known.add(clientSecret);
      known.add(refreshToken);
      return issuer.revoke(profile, clientSecret, refreshToken, signal);
    },
  };
}

/** As it was sent; the log spells it anew. */
function codeIn(address: string): string | null {
  const code = /[?&]code=([^&#]*)/.exec(address)?.[1] ?? null;
  try {
    return code === null ? null : decodeURIComponent(code.replaceAll('+', ' '));
  } catch {
    return code;
  }
}
