// Whether a host name stands for this machine: what is sent there never leaves it.

/** `host` without brackets and port; a path is a Unix socket. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\/.*)$/i.test(host) || host.toLowerCase().endsWith('.localhost');
