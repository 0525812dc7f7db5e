/**
 * Runs eleven checks in order. A check runs only if the check that it needs passed or warned. The test always ends:
 * every wait is limited in time or ends with the signal, and the stream is closed before the last report.
 */
import {
  type ConnectionCheck,
  connectionChecks,
  type ConnectionReport,
} from '../../../src-shared/api/connection-test.ts';
import { AppError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import { ownRequestOf } from '../../../src-shared/domain/coverage/own-request.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { TokenKeeper } from '../sign-in/token-keeper.ts';
import { missingGrantOutcome, tokenOutcome } from '../connection-findings/response-findings.ts';
import { clockOutcome } from './clock-check.ts';
import type { ConnectionTestPorts, TestedProfile } from './connection-test.ts';
import { FAULT, type CheckOutcome, failed, NOT_TRIED, warned } from '../connection-findings/check-outcome.ts';
import { profileAddressesOf } from '../connection-findings/profile-addresses.ts';
import { NetworkChecks } from './network-checks.ts';
import { ReportBuilder } from './report-builder.ts';
import { ServiceChecks, type TestTokens } from './service-checks.ts';
import { StreamChecks } from './stream-checks.ts';
import { streamUse } from './stream-use.ts';
import { TokenError } from '../ports/token-issuer.ts';

const PREREQUISITES: Readonly<Record<ConnectionCheck, ConnectionCheck | null>> = {
  proxy: null,
  name: 'proxy',
  tcp: 'name',
  tls: 'tcp',
  token: 'tls',
  permissions: 'token',
  search: 'token',
  stream: 'token',
  'first-event': 'stream',
  heartbeat: 'first-event',
  clock: 'token',
};

export type ConnectionTests = ReturnType<typeof createConnectionTests>;

export function createConnectionTests(ports: ConnectionTestPorts) {
  return {
    /** Emits the complete report after each change and ends after the last step. All connections are closed by then. */
    async *run(tested: TestedProfile, signal: AbortSignal): AsyncGenerator<ConnectionReport, void, undefined> {
      const { clock } = ports;
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const board = new ReportBuilder(clock);
      const test = new ConnectionTest(ports, tested, either);
      try {
        for (const check of connectionChecks) {
          const needed = PREREQUISITES[check];
          if (needed !== null && !board.hasPassed(needed)) {
            board.finish(check, NOT_TRIED, null);
            continue;
          }
          yield board.running(check);
          const startedAt = clock.monotonic();
          const found = await test.check(check);
          board.finish(check, found, found.state === 'skipped' ? null : clock.monotonic() - startedAt);
          yield board.report(null);
        }
        await test.close();
        yield board.report();
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        over.abort(new Error('The test is over.'));
        await test.close();
      }
    },
  };
}

class ConnectionTest {
  readonly #ports: ConnectionTestPorts;
  readonly #tested: TestedProfile;
  readonly #signal: AbortSignal;
  readonly #tokens: TestTokens;
  readonly #reach: NetworkChecks;
  readonly #service: ServiceChecks;
  #streams: StreamChecks | null = null;
  #inspector: string | null = null;

  constructor(ports: ConnectionTestPorts, tested: TestedProfile, signal: AbortSignal) {
    const { clock, service, probe } = ports;
    const { profile, grants } = tested;
    this.#ports = ports;
    this.#tested = tested;
    this.#signal = signal;
    this.#tokens = this.#testTokens();
    this.#reach = new NetworkChecks(probe, profile, signal);
    this.#service = new ServiceChecks({ profile, grants, tokens: this.#tokens, service, clock }, signal);
  }

  async check(check: ConnectionCheck): Promise<CheckOutcome> {
    try {
      return await this.#run(check);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof TokenError) return tokenOutcome(error.refusal, this.#tested.profile);
      if (error instanceof AppError) return failureOutcome(error.data);
      this.#ports.log.error('a connection check failed unexpectedly', { check, error });
      return FAULT;
    }
  }

  async close(): Promise<void> {
    const streams = this.#streams;
    this.#streams = null;
    await streams?.close();
    if (streams?.wasOpened === true) this.#ownWatch()?.retryNow();
  }

  async #run(check: ConnectionCheck): Promise<CheckOutcome> {
    switch (check) {
      case 'proxy':
        return await this.#reach.proxy();
      case 'name':
        return await this.#reach.name();
      case 'tcp':
        return await this.#reach.tcp();
      case 'tls': {
        const found = await this.#reach.tls(this.#ports.clock.now());
        if (found.finding.key === 'tls-inspected') this.#inspector = found.finding.facts.issuer;
        return found;
      }
      case 'token':
        return await this.#service.token();
      case 'permissions':
        return await this.#service.permissions();
      case 'search':
        return await this.#service.search();
      case 'stream':
        this.#streams = await this.#streamChecks();
        return await this.#streams.stream();
      case 'first-event':
        return (await this.#streams?.firstEvent()) ?? FAULT;
      case 'heartbeat':
        return (await this.#streams?.heartbeat()) ?? FAULT;
      case 'clock':
        return clockOutcome([...this.#service.offsets, ...(this.#streams?.offsets ?? [])]);
      default:
        return assertNever(check);
    }
  }

  async #streamChecks(): Promise<StreamChecks> {
    const { clock, streams, watches, isWatchedElsewhere, lastRequestAt } = this.#ports;
    const { profile } = this.#tested;
    const use = streamUse(profile, this.#service.domain, watches(), () => isWatchedElsewhere(profile));
    const events = profileAddressesOf(profile).find(({ url }) => url === profile.eventsUrl) ?? {
      url: profile.eventsUrl,
    };
    const by = (await this.#reach.proxyOf(events)) ?? this.#inspector;
    const requestedAt = lastRequestAt(profile);
    const ownRequest = requestedAt === null ? null : ownRequestOf(Math.max(0, clock.now() - requestedAt));
    return new StreamChecks({ profile, tokens: this.#tokens, streams, clock, use, by, ownRequest }, this.#signal);
  }

  /** A process must hold a user's tokens only once: a second keeper would use up the refresh token of the first. */
  #testTokens(): TestTokens {
    const { issuer, clock, log } = this.#ports;
    const { profile, grants } = this.#tested;
    const watch = profile.flow === 'authorizationCode' ? this.#ownWatch() : undefined;
    if (watch !== undefined && isSameSignIn(watch.profile, profile)) return watch.tokens;
    return new TokenKeeper({ profile, issuer, grants, clock, log, signal: this.#signal });
  }

  #ownWatch() {
    return this.#ports.watches().find((watch) => watch.profile.id === this.#tested.profile.id);
  }
}

/** Missing permission to search is a warning, because the stream works without search. */
function failureOutcome(error: AppErrorData): CheckOutcome {
  if (error.code !== 'SERVICE_FAILED') return missingGrantOutcome(error);
  const { finding } = error.facts;
  return finding.key === 'search-forbidden' ? warned(finding) : failed(finding);
}

function isSameSignIn(one: TestedProfile['profile'], other: TestedProfile['profile']): boolean {
  return (
    one.authUrl === other.authUrl &&
    one.realm === other.realm &&
    one.clientId === other.clientId &&
    one.flow === other.flow
  );
}
