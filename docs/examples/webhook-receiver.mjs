// Receives CloudEvents of Watchfloor and verifies their signature (Standard Webhooks). Needs only Node.js:
//   WEBHOOK_SECRET="$(cat webhook-secret.txt)" node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').trim().replace(/^whsec_/, ''), 'base64');
const isSigned = ({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' }, body) => {
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(at)) < 300;
  const given = signatures.split(' ').map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'));
  return isRecent && given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
};

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(request.headers, body)) return response.writeHead(401).end('The signature is wrong.');
  for (const event of [JSON.parse(body)].flat()) console.log(event.id, event.type, event.subject);
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => console.log('listening on', server.address().port));
