// What was answered as a redirect is in the journal, visit by visit, or speed was bought with them; and the look-ups
// were answered by whom the case means.

/** Visitors that were cut off when the time was over may have been answered and counted without their knowing. */
export async function compareSums({ title, isAnsweredBy, rounds }, server, { answered, unsure }) {
  const { redirects, visits, lookUps } = await server.ask('check');
  if (redirects === undefined) return;
  if (redirects !== visits)
    throw new Error(`${title}: ${redirects} redirects, ${visits} visits in the journal`);
  if (visits < answered || visits > answered + unsure)
    throw new Error(
      `${title}: visitors got ${answered} redirects (${unsure} unsure), ${visits} were counted`,
    );
  if (!isAnsweredBy || rounds.length === 0) return;
  const all = Object.values(lookUps).reduce((sum, each) => sum + each, 0);
  const { from, least } = isAnsweredBy;
  if (lookUps[from] < all * least)
    throw new Error(`${title}: of ${all} look-ups ${lookUps[from]} by ${from}`);
}
