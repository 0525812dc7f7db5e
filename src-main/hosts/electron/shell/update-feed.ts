/** Reads the feed's address, which only the administrator sets, because the feed decides what is installed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';

export type UpdateFeed =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'unavailable';
      readonly why: 'not-packaged' | 'package' | 'feed' | 'publisher' | 'channel' | 'policy';
    }
  /** `publisher`: the name in the certificate that must sign an installer for Windows. */
  | {
      readonly kind: 'feed';
      readonly url: string;
      readonly publisher: string | null;
      readonly channel: UpdateChannel;
    };

/** `next`: versions that are still tried out. */
const updateChannels = ['stable', 'next'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

const fileSchema = z.object({ feed: z.string(), publisher: z.string().optional(), channel: z.string().optional() });

export interface UpdateFeedOptions {
  readonly dataDir: string;
  readonly policy: Policy;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
}

export function updateFeed({ dataDir, policy, env, platform, isPackaged }: UpdateFeedOptions): UpdateFeed {
  if (policy.kind === 'damaged') return { kind: 'unavailable', why: 'policy' };
  const managed = policy.kind === 'valid' ? policy.values : {};
  const fromFile = managed.updateFeed === undefined ? readFeedFile(join(dataDir, 'updates.json')) : null;
  if (fromFile === 'damaged') return { kind: 'unavailable', why: 'feed' };
  const address = (managed.updateFeed ?? env['WATCHFLOOR_UPDATE_FEED'] ?? fromFile?.feed ?? '').trim();
  const publisher = (managed.updatePublisher ?? env['WATCHFLOOR_UPDATE_PUBLISHER'] ?? fromFile?.publisher ?? '').trim();
  if (address === '') return { kind: 'off' };
  if (!isPackaged) return { kind: 'unavailable', why: 'not-packaged' };
  // The package manager updates deb and rpm packages, which needs its permissions.
  if (platform === 'linux' && !env['APPIMAGE']) return { kind: 'unavailable', why: 'package' };
  if (!isFeedAddress(address)) return { kind: 'unavailable', why: 'feed' };
  // Without a publisher to compare with, the updater would accept an installer from anyone.
  if (platform === 'win32' && publisher === '') return { kind: 'unavailable', why: 'publisher' };
  const named =
    (managed.updateChannel ?? env['WATCHFLOOR_UPDATE_CHANNEL'] ?? fromFile?.channel ?? '').trim() || 'stable';
  const channel = updateChannels.find((each) => each === named);
  if (channel === undefined) return { kind: 'unavailable', why: 'channel' };
  return { kind: 'feed', url: address, publisher: publisher === '' ? null : publisher, channel };
}

/** Requires https and no credentials, which would appear in logs. */
function isFeedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

function readFeedFile(path: string): z.infer<typeof fileSchema> | 'damaged' | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return 'damaged';
  }
}
