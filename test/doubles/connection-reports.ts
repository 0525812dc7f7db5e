/** Makes reports of the connection test as the page receives them, step by step. */
import type { Finding } from '../../src-shared/api/connection-findings.ts';
import { type CheckResult, connectionChecks, type ConnectionReport } from '../../src-shared/api/connection-test.ts';
import { START } from './page-watch.ts';

const seen: Readonly<Record<CheckResult['check'], Finding>> = {
  proxy: { key: 'no-proxy', facts: {} },
  name: { key: 'name-found', facts: { hosts: ['auth.example.com'], addresses: ['192.0.2.41'] } },
  tcp: { key: 'reached', facts: { hosts: ['auth.example.com'], proxy: null } },
  tls: { key: 'tls-good', facts: { issuers: ['Example Root'], protocol: 'TLSv1.3' } },
  token: { key: 'token-given', facts: { way: 'basic', seconds: 900, bytes: 1_140 } },
  permissions: { key: 'permissions-read', facts: { domain: 'acme.europe', resources: 12 } },
  search: { key: 'search-answered', facts: { totalHits: 12_480 } },
  stream: { key: 'stream-open', facts: {} },
  'first-event': { key: 'first-event', facts: { kind: 'SUBSCRIPTION_STARTED' } },
  heartbeat: { key: 'heartbeat', facts: { seconds: 12 } },
  clock: { key: 'clock-right', facts: { seconds: 0 } },
};

export const clientRefused: Finding = {
  key: 'client-refused',
  facts: { code: 'invalid_client', status: 401, way: 'basic', other: 'post' },
};
export const inspected: Finding = {
  key: 'tls-inspected',
  facts: { host: 'api.example.com', issuer: 'Acme Inspection CA' },
};

/**
 * @param done number of finished steps; the next one is running
 * @param other steps with other results
 */
export function reportOf(
  done: number,
  other: Partial<Record<CheckResult['check'], Pick<CheckResult, 'state' | 'finding'>>> = {},
): ConnectionReport {
  const checks = connectionChecks.map((check, index): CheckResult => {
    const present =
      index < done
        ? ({ check, state: 'good', ms: 12, finding: seen[check] } as const)
        : ({ check, state: index === done ? 'running' : 'waiting', ms: null, finding: null } as const);
    return { ...present, ...other[check] };
  });
  return { startedAt: START, endedAt: done < checks.length ? null : START + 4_000, checks };
}

export function refusedReport(): ConnectionReport {
  const report = reportOf(connectionChecks.length);
  const at = connectionChecks.indexOf('token');
  const checks = report.checks.map((result, index): CheckResult => {
    if (index < at) return result;
    if (index === at) return { ...result, state: 'failed', finding: clientRefused };
    return { ...result, state: 'skipped', ms: null, finding: { key: 'not-tried', facts: {} } };
  });
  return { ...report, checks };
}
