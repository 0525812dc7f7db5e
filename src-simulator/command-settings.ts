/** Merges the options of the command line over the settings of the configuration file. */
import type { ContractName } from './contract/contract.ts';
import { type ReadConfiguration, readConfiguration } from './configuration/read-file.ts';
import { ConfigurationMistake } from './configuration/mistakes.ts';
import { definedOf } from './configuration/defined.ts';
import { readPem } from './configuration/pem.ts';
import type { ClockKind, SimulatorOptions } from './simulator.ts';
import type { AccessTokenFormat, SecondSubscriberRule, DetailShape, ItemShape } from './configuration/configuration.ts';

/** A missing option leaves the setting of the file or the default. */
export interface CommandOptions {
  readonly config?: string;
  readonly configSchema?: true;
  readonly contract?: ContractName;
  readonly host?: string;
  readonly port?: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly publicUrl?: string;
  readonly basePath?: string;
  readonly eventsPath?: string;
  readonly authPath?: string;
  readonly scenario?: string;
  readonly seed?: number;
  readonly timeScale?: number;
  readonly subscriptions?: number;
  /** UTC epoch ms. */
  readonly startTime?: number;
  readonly clock?: ClockKind;
  readonly replay?: string;
  readonly replaySessionEvents?: true;
  readonly secondSubscriber?: SecondSubscriberRule;
  readonly itemShape?: ItemShape;
  readonly detailedMessage?: DetailShape;
  readonly accessTokens?: AccessTokenFormat;
  readonly verbose?: true;
}

/** @throws ConfigurationMistake if a file cannot be used */
export function simulatorOptions(options: CommandOptions): SimulatorOptions {
  const {
    config,
    configSchema: _,
    contract: ___,
    replay,
    replaySessionEvents: sessionEvents,
    tlsCert,
    tlsKey,
    basePath,
    eventsPath,
    authPath,
    verbose: __,
    ...others
  } = options;
  const file: Partial<ReadConfiguration> = config === undefined ? {} : readConfiguration(config);
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new ConfigurationMistake('--tls-cert and --tls-key must be used together');
  if (sessionEvents && replay === undefined)
    throw new ConfigurationMistake('--replay-session-events is for --replay; add --replay FILE');
  return {
    ...file,
    ...others,
    ...(replay !== undefined && { replay: { file: replay, sessionEvents } }),
    prefixes: {
      ...file.prefixes,
      ...definedOf({ base: basePath, events: eventsPath, auth: authPath }),
    },
    ...(tlsCert !== undefined && tlsKey !== undefined && { tls: readPem(tlsCert, tlsKey) }),
  };
}
