// Whether a host name is a loopback name: data sent there never leaves the machine.

/** `host` without brackets and port; a path is a Unix socket. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\/.*)$/i.test(host) || host.toLowerCase().endsWith('.localhost');
