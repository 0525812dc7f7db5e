/** Lists the named scenarios in the order in which users see them. */

export const scenarios = [
  {
    name: 'calm-shift',
    title: 'Calm shift',
    description: 'An event every one to three seconds, most of them successes.',
  },
  {
    name: 'troubled-shift',
    title: 'Troubled shift',
    description:
      'Work for a shift in the first minute: every kind of failed localization, one that succeeds on retry, a storm in one country, partly failed requests. Then calm.',
  },
  {
    name: 'failure-storm',
    title: 'Failure storm',
    description: 'Allocation fails for hundreds of eUICCs, tens of events a second; every other error code occurs too.',
  },
  {
    name: 'partial-requests',
    title: 'Partial requests',
    description:
      'Connectivity requests of up to 500 resources: some succeed, some partly fail, some fail. Each has the state COMPLETED.',
  },
  {
    name: 'seat-taken',
    title: 'Stream in use',
    description: 'After twenty seconds another client takes the domain’s only stream for a minute; this repeats.',
  },
  {
    name: 'clock-offset',
    title: 'Clock offset',
    description: 'The provider’s clock is two hours ahead in every createdDateTime.',
  },
  {
    name: 'flaky-network',
    title: 'Flaky network',
    description:
      'The stream is cut every ten to thirty seconds, sometimes in the middle of an event; some reconnects meet 503 or a proxy’s page.',
  },
  {
    name: 'silent-stall',
    title: 'Silent stall',
    description:
      'After fifteen seconds the connection stays open, but nothing arrives, not even heartbeats; two minutes later it works again; this repeats.',
  },
  {
    name: 'token-expiry',
    title: 'Token expiry',
    description:
      'Access tokens expire after twenty seconds, and the stream ends with its token; every minute all tokens are revoked too.',
  },
  {
    name: 'poison-events',
    title: 'Poison events',
    description:
      'Broken, unknown, huge and hostile events among good ones: each must become a row, and none may stop the next.',
  },
] as const satisfies readonly ScenarioDescription[];

export interface ScenarioDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Plays only session events, for tests that send their own events. */
export const NO_SCENARIO = 'none';
