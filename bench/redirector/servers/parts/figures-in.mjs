// Reads a redirector's own metrics: how many redirects it answered, and from which cache or store.

export function figureIn(text, name) {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

export function figuresIn(text) {
  const lookUps = ['near', 'link_cache', 'postgres', 'stale', 'nowhere'].map((from) => [
    from,
    figureIn(text, `kurz_redirector_lookups_total{from="${from}"}`),
  ]);
  const redirects = figureIn(text, 'kurz_redirector_answers_total{kind="redirect"}');
  return { redirects, lookUps: Object.fromEntries(lookUps) };
}
