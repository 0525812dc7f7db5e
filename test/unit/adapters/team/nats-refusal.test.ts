import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { natsRefusal } from '../../../../src-main/adapters/team/nats-refusal.ts';

const jetStream = (err_code: number, code: number, description: string) =>
  new JetStreamApiError({ err_code, code, description });
const violation = new errors.PermissionViolationError('Permissions Violation', 'publish', 'wf.test.ev');

test.each([
  ['a message over max_payload', new errors.InvalidArgumentError('max_payload size exceeded'), 'too-large'],
  ['a message over max_msg_size', jetStream(10_054, 400, 'message size exceeds maximum allowed'), 'too-large'],
  ['a full stream', jetStream(10_077, 503, 'maximum bytes exceeded'), 'full'],
  ['a stream with all its messages', jetStream(10_077, 503, 'maximum messages exceeded'), 'full'],
  ['a full disk (2.10)', jetStream(10_077, 503, 'write /data/1.blk: no space left on device'), 'no-space'],
  ['a full disk (Windows)', jetStream(10_077, 503, 'write 1.blk: There is not enough space on the disk.'), 'no-space'],
  ['a full account', jetStream(10_002, 400, 'resource limits exceeded for account'), 'no-space'],
  ['a server at its max_file', jetStream(10_047, 500, 'insufficient storage resources available'), 'no-space'],
  ['a subject without a right', new errors.RequestError('failed', { cause: violation }), 'no-right'],
  ['a sealed stream', jetStream(10_109, 400, 'invalid operation on sealed stream'), 'not-stored'],
  ['a stopping server', jetStream(10_077, 503, 'store is closed'), null],
  ['an election of a leader', jetStream(10_008, 503, 'JetStream system temporarily unavailable'), null],
  ['the same id once more', jetStream(10_158, 409, 'duplicate message id is in process'), null],
  ['no answer', new errors.TimeoutError(), null],
])('[TEAM-320] the log on NATS distinguishes %s from what a retry may change', (_what, error, why) =>
  expect(natsRefusal(error)).toBe(why),
);
