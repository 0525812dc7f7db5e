import { Command } from 'commander';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { policySettingNames, policySettings } from '../../../../src-shared/domain/policy/policy-settings.ts';
import { readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { describedPolicy, refuseProfile } from '../../../core/policy/policy-rules.ts';
import { chosenFormat, type FormatOptions, printRows, type RowLayout, withFormatOptions } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';

interface PolicyOptions extends FormatOptions {
  readonly profile?: string;
}

interface LockedSetting {
  readonly setting: string;
  readonly title: string;
  readonly values: readonly string[];
}

const policyRows: RowLayout<LockedSetting> = {
  fields: { setting: ({ setting }) => setting, title: ({ title }) => title, values: ({ values }) => values },
  columns: [
    { title: 'SETTING', width: 20, cell: ({ setting }) => setting },
    { title: 'WHAT', width: 38, cell: ({ title }) => title },
    { title: 'ALLOWED', width: 0, cell: ({ values }) => values.join(', ') || 'none' },
  ],
};

export function policyCommand(terminal: Terminal): Command {
  const command = new Command('policy').option('--profile <FILE>', 'a profile file: say whether the policy allows it');
  return withFormatOptions(command, Object.keys(policyRows.fields)).action(
    async ({ profile, ...options }: PolicyOptions) => {
      const policy = await terminal.policy();
      if (policy.kind === 'damaged') throw new AppError(policy.error.data);
      const described = describedPolicy(policy);
      const locked = described.kind === 'valid' ? described.locked : {};
      const rows = policySettingNames.flatMap((setting) => {
        const values = locked[setting];
        return values === undefined ? [] : [{ setting, title: policySettings[setting].title, values }];
      });
      await printRows(terminal, policyRows, chosenFormat(terminal, options), () => rows);
      const words = policy.kind === 'valid' ? `The policy is ${policy.place}.` : 'This computer has no policy.';
      reportLine(terminal, `watchfloor: ${words}`);
      if (profile !== undefined) refuseProfile(policy, await readProfileFile(profile));
    },
  );
}
