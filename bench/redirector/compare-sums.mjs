// What was answered as a redirect is in the journal, visit by visit, or speed was bought with them; and the look-ups
// were answered by whom the case means.

const allOf = (lookUps) => Object.values(lookUps).reduce((sum, each) => sum + each, 0);

/** Visitors that were cut off when the time was over may have been answered and counted without their knowing. */
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
