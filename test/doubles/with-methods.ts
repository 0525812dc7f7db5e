/** Replaces methods of a port. A port that crosses threads is a proxy, whose methods cannot be copied. */
export function withMethods<Port extends object>(port: Port, methods: Partial<Port>): Port {
  return new Proxy(port, { get: (of, name) => Reflect.get(name in methods ? methods : of, name) as unknown });
}
