/**
 * Configures other people's proxies and load balancers as Debian ships them, plus the lines that forward to the
 * service. A line of Debian's file is replaced only if it names a port, a user or a path outside the folder of the test.
 */
import { readFileSync } from 'node:fs';

/** How the client addresses the program: as the service, as a proxy for plain HTTP, or as a proxy for a tunnel. */
export type Way = 'service' | 'proxy' | 'tunnel';

interface Forwarding {
  /** Port that the program listens on, on 127.0.0.1. */
  readonly port: number;
  readonly servicePort: number;
  /** Folder for everything that the program writes. */
  readonly folder: string;
  /** Lines that `docs/intermediaries.md` recommends for this program; empty for the default configuration. */
  readonly settings: string;
}

interface ProgramCall {
  readonly options: readonly string[];
  /** Configuration, by name in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Program {
  readonly executable: string;
  /** Language of its lines in `docs/intermediaries.md`. */
  readonly language: string;
  /** Seconds of its clock in a real second while a test waits for its timeouts; 1 if its clock cannot be changed. */
  readonly clockSpeed: number;
  /** The same for the timeouts of single waits (SO_RCVTIMEO, poll), if they need another speed. */
  readonly socketSpeed?: number;
  readonly call: (forwarding: Forwarding) => ProgramCall;
}

export const programs = {
  nginx: {
    executable: 'nginx',
    language: 'nginx',
    clockSpeed: 15,
    call: ({ port, servicePort, folder, settings }) => ({
      options: ['-c', `${folder}/nginx.conf`],
      files: {
        'nginx.conf': changed('/etc/nginx/nginx.conf', [
          ['user www-data;', 'daemon off;'],
          ['worker_processes auto;', 'worker_processes 1;'],
          ['/run/nginx.pid', `${folder}/pid`],
          ['/var/log/nginx/error.log', `${folder}/error.log`],
          ['/var/log/nginx/access.log', `${folder}/access.log`],
          [
            'include /etc/nginx/sites-enabled/*;',
            `${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
            server {
              listen 127.0.0.1:${port};
              location /connect/subscribe {
                proxy_pass http://127.0.0.1:${servicePort};
                ${settings}
              }
            }`,
          ],
        ]),
      },
    }),
  },
  haproxy: {
    executable: 'haproxy',
    language: 'haproxy',
    clockSpeed: 12,
    call: ({ port, servicePort, folder, settings }) => ({
      // Runs in the foreground.
      options: ['-db', '-f', `${folder}/haproxy.cfg`],
      files: {
        'haproxy.cfg': `${changed('/etc/haproxy/haproxy.cfg', [[/^global\n[^]*?(?=^defaults)/m, '']])}
${settings}
frontend watchfloor
  bind 127.0.0.1:${port}
  default_backend service
backend service
  server service 127.0.0.1:${servicePort}
`,
      },
    }),
  },
  httpd: {
    executable: 'apache2',
    language: 'apache',
    clockSpeed: 50,
    call: ({ port, servicePort, folder, settings }) => ({
      options: ['-f', `${folder}/apache2.conf`, '-DFOREGROUND'],
      environment: {
        APACHE_RUN_USER: 'www-data',
        APACHE_RUN_GROUP: 'www-data',
        APACHE_RUN_DIR: folder,
        APACHE_LOG_DIR: folder,
        APACHE_PID_FILE: `${folder}/pid`,
      },
      files: {
        'apache2.conf': changed('/etc/apache2/apache2.conf', [
          ['Include ports.conf', `Listen 127.0.0.1:${port}`],
          [
            'IncludeOptional sites-enabled/*.conf',
            `ServerName localhost
            Include mods-available/proxy.load
            Include mods-available/proxy.conf
            Include mods-available/proxy_http.load
            ProxyPass "/" "http://127.0.0.1:${servicePort}/"
            ${settings}`,
          ],
        ]),
      },
    }),
  },
  squid: {
    executable: 'squid',
    language: 'squid',
    clockSpeed: 100,
    call: ({ port, servicePort, folder, settings }) => ({
      // Runs in the foreground, as one process, with shared memory of its own.
      options: ['-N', '-n', `watchfloor${port}`, '-f', `${folder}/squid.conf`],
      files: {
        hosts: '127.0.0.1 events.example.test\n',
        'squid.conf': `${changed('/etc/squid/squid.conf', [
          [/^http_port 3128$/m, `http_port 127.0.0.1:${port}`],
          [/^coredump_dir .*$/m, `coredump_dir ${folder}`],
        ])}
# The service is not on port 443 here.
acl SSL_ports port ${servicePort}
hosts_file ${folder}/hosts
pid_filename ${folder}/pid
cache_log ${folder}/cache.log
access_log none
netdb_filename none
pinger_enable off
${settings}
`,
      },
    }),
  },
  varnish: {
    executable: 'varnishd',
    language: 'vcl',
    // The limits of a complete response and of silence are 600 s and 60 s: 10 s and 5 s with these.
    clockSpeed: 60,
    socketSpeed: 12,
    call: ({ port, servicePort, folder, settings }) => ({
      options: [
        ['-F', '-j', 'none', '-n', `${folder}/work`, '-s', 'malloc,256m'],
        ['-a', `127.0.0.1:${port}`, '-f', `${folder}/default.vcl`],
        // Longer limits for steps that take no time in reality, but do with a faster clock on a busy machine.
        ['cli_timeout=7200', 'connect_timeout=210', 'timeout_idle=300'].flatMap((one) => ['-p', one]),
        // The document names its option in a comment.
        /-p \S+/.exec(settings)?.[0].split(' ') ?? [],
      ].flat(),
      files: {
        'default.vcl': `${changed('/etc/varnish/default.vcl', [['.port = "8080"', `.port = "${servicePort}"`]])}\n${settings}`,
      },
    }),
  },
  caddy: {
    executable: 'caddy',
    language: 'caddy',
    clockSpeed: 1,
    call: ({ port, servicePort, folder, settings }) => ({
      options: ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'],
      environment: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      files: {
        Caddyfile: changed('/etc/caddy/Caddyfile', [
          [':80 {', `{\nadmin off\n}\nhttp://:${port} {\nbind 127.0.0.1`],
          [/^\tfile_server$/m, `reverse_proxy 127.0.0.1:${servicePort}\n${settings}`],
        ]),
      },
    }),
  },
} satisfies Record<string, Program>;

type ProgramName = keyof typeof programs;

/** @throws Error if the file does not contain a text that must be replaced */
function changed(path: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      const next = text.replace(from, () => to);
      if (next === text) throw new Error(`${path} does not contain ${String(from)}`);
      return next;
    },
    readFileSync(path, 'utf8'),
  );
}

interface Line {
  readonly program: ProgramName;
  readonly way: Way;
}

/** By their names in `docs/intermediaries.md`. */
export const lines: Readonly<Record<string, Line>> = {
  nginx: { program: 'nginx', way: 'service' },
  HAProxy: { program: 'haproxy', way: 'service' },
  'Apache httpd': { program: 'httpd', way: 'service' },
  'Squid, plain HTTP': { program: 'squid', way: 'proxy' },
  'Squid, CONNECT': { program: 'squid', way: 'tunnel' },
  Varnish: { program: 'varnish', way: 'service' },
  Caddy: { program: 'caddy', way: 'service' },
};

export function lineOf(name: string): Line {
  const line = lines[name];
  if (line === undefined) throw new Error(`docs/intermediaries.md has an unknown program: ${name}`);
  return line;
}
