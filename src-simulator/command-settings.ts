/** Merges the options of the command line over the settings of the configuration file. */
import type { ContractName } from './contract/contract.ts';
import { type ReadConfiguration, readConfiguration } from './configuration/read-file.ts';
import { ConfigurationMistake } from './configuration/mistakes.ts';
import { definedOf } from './configuration/defined.ts';
import { readPem } from './configuration/pem.ts';
import type { GivenSettings } from './configuration/setting-table.ts';
import type { SimulatorOptions } from './simulator.ts';

/** A missing option leaves the setting of the file or the default. */
export interface CommandOptions extends GivenSettings {
  readonly config?: string;
  readonly configSchema?: true;
  readonly contract?: ContractName;
  readonly replay?: string;
  readonly replaySessionEvents?: true;
  readonly format?: 'text' | 'json';
  readonly verbose?: true;
}

/** @throws ConfigurationMistake if a file cannot be used */
export function simulatorOptions(options: CommandOptions): SimulatorOptions {
  const { config, replay, replaySessionEvents, tlsCert, tlsKey, basePath, eventsPath, authPath, ...others } = options;
  const file: Partial<ReadConfiguration> = config === undefined ? {} : readConfiguration(config);
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new ConfigurationMistake('--tls-cert and --tls-key must be used together');
  if (replaySessionEvents && replay === undefined)
    throw new ConfigurationMistake('--replay-session-events is for --replay; add --replay FILE');
  return {
    ...file,
    ...others,
    ...(replay !== undefined && { replay: { file: replay, sessionEvents: replaySessionEvents } }),
    prefixes: { ...file.prefixes, ...definedOf({ base: basePath, events: eventsPath, auth: authPath }) },
    ...(tlsCert !== undefined && tlsKey !== undefined && { tls: readPem(tlsCert, tlsKey) }),
  };
}
