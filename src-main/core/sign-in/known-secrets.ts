/** Remembers secrets of this process for one use: the log redacts them in unexpected errors. */
import type { TokenIssuer, TokenSet } from '../ports/token-issuer.ts';

/** Enough for a day of tokens that live five minutes. A log line concerns recent ones. */
const MAX_KNOWN_SPELLINGS = 300;
/** Parsers repeat the beginning of what they read. This many characters identify a secret. */
const PREFIX_LENGTH = 12;
/** Shorter text occurs in ordinary sentences. */
const MIN_SECRET_LENGTH = 6;
/** Rest of a secret whose beginning was found, up to a delimiter. */
const REST = /^[^\s"'`<>,;]*/;
const CUT = '[redacted]';

export class KnownSecrets {
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

  redact(text: string): string {
    let rest = text;
    for (const spelling of this.#spellings) rest = rest.replaceAll(spelling, CUT);
    for (const spelling of this.#spellings) rest = withoutPrefix(rest, spelling.slice(0, PREFIX_LENGTH));
    return rest;
  }
}

function withoutPrefix(text: string, prefix: string): string {
  const [before = '', ...after] = text.split(prefix);
  return after.length === 0 ? text : before + after.map((part) => CUT + part.replace(REST, '')).join('');
}

export function secretRecordingIssuer(issuer: TokenIssuer, known: KnownSecrets): TokenIssuer {
  function recorded<Tokens extends TokenSet>(tokens: Tokens): Tokens {
    known.add(tokens.accessToken);
    known.add(tokens.refreshToken);
    return tokens;
  }
  return {
    async clientCredentials(profile, clientSecret, signal) {
      known.add(clientSecret);
      return recorded(await issuer.clientCredentials(profile, clientSecret, signal));
    },
    async refresh(profile, clientSecret, refreshToken, signal) {
      known.add(clientSecret);
      known.add(refreshToken);
      return recorded(await issuer.refresh(profile, clientSecret, refreshToken, signal));
    },
    async authorization(request) {
      known.add(request.clientSecret);
      const authorization = await issuer.authorization(request);
      return {
        ...authorization,
        async exchange(callback, signal) {
          known.add(codeIn(callback.href));
          return recorded(await authorization.exchange(callback, signal));
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

/** Returns the code decoded. `add` also covers its encoded spelling. */
function codeIn(address: string): string | null {
  const code = /[?&]code=([^&#]*)/.exec(address)?.[1] ?? null;
  try {
    return code === null ? null : decodeURIComponent(code.replaceAll('+', ' '));
  } catch {
    return code;
  }
}
