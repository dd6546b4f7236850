// Checks that every answered redirect is in the journal, so that no speed comes from lost visits, and that the cache or
// store that the case names answered the look-ups.

const allOf = (lookUps) => Object.values(lookUps).reduce((sum, each) => sum + each, 0);

/** `unsure`: requests that were cut off at the end. The server may have answered and counted them. */
export async function compareSums({ title, isAnsweredBy, rounds, warm }, server, { answered, unsure }) {
  const { redirects, visits, lookUps } = await server.ask('check');
  if (redirects === undefined) return;
  if (redirects !== visits)
    throw new Error(`${title}: ${redirects} redirects, ${visits} visits in the journal`);
  if (visits < answered || visits > answered + unsure)
    throw new Error(
      `${title}: visitors got ${answered} redirects (${unsure} unsure), ${visits} were counted`,
    );
  if (!isAnsweredBy || rounds.length === 0) return;
  const { from, least } = isAnsweredBy;
  const all = allOf(lookUps) - allOf(warm.lookUps);
  const wanted = lookUps[from] - warm.lookUps[from];
  if (wanted < all * least) throw new Error(`${title}: of ${all} look-ups ${wanted} by ${from}`);
}
