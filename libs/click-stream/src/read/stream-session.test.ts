import type { OffsetRange } from './open-stream-offsets';
import { makeStreamSession } from './stream-session';

const MIB = 1024 * 1024;

/** A session whose group member only records its calls. */
function sessionOf(range: OffsetRange | Promise<OffsetRange> = { begin: 10, end: 100 }) {
  const calls: string[] = [];
  const session = makeStreamSession({
    partition: 3,
    fullBytes: 16 * MIB,
    range: () => Promise.resolve(range),
    pause: () => void calls.push('pause'),
    seekAndResume: (offset) => void calls.push(`resume ${offset ?? 'as it was'}`),
    commit: (offset, metadata, lost) => {
      if (lost.aborted) return Promise.reject(new Error('lost'));
      calls.push(`commit ${offset} ${metadata}`);
      return Promise.resolve();
    },
  });
  return { session, calls };
}
const batch = (offset: number, bytes = 10) => ({
  fetchedOffset: offset,
  lastOffset: offset,
  messages: [{ offset, key: null, value: Buffer.alloc(bytes), headers: {} }],
});

describe('a session on one partition', () => {
  it('takes nothing before an offset was asked for, then exactly what follows it', async () => {
    const { session, calls } = sessionOf();
    expect(session.receive(batch(10))).toBe(false);
    expect(await session.messagesFrom(20)).toEqual([]);
    expect(calls).toEqual(['resume 20']);
    expect(session.receive(batch(20))).toBe(true);
    expect((await session.messagesFrom(20)).map(({ offset }) => offset)).toEqual([20]);
    expect(session.reached()).toBe(21);
  });

  it.each([9, 101])(
    'refuses the offset %i, which the topic does not have, rather than go elsewhere',
    async (offset) => {
      const { session, calls } = sessionOf();
      await expect(session.messagesFrom(offset)).rejects.toThrow('is not in the topic, which has 10 to 100');
      expect(calls).toEqual([]);
    },
  );

  it('asks for its offset again when the client went elsewhere by itself', async () => {
    const { session, calls } = sessionOf();
    await session.messagesFrom(20);
    expect(session.receive(batch(10))).toBe(false);
    await session.waitBeyond(20, new AbortController().signal);
    await session.messagesFrom(20);
    expect(calls).toEqual(['resume 20', 'pause', 'resume 20']);
  });

  it('pauses when it holds enough, and goes on when it was taken or when a plan needs more', async () => {
    const { session, calls } = sessionOf();
    await session.messagesFrom(20);
    session.receive(batch(20, 17 * MIB));
    expect(calls).toEqual(['resume 20', 'pause']);
    await session.messagesFrom(21);
    expect(calls.at(-1)).toBe('resume as it was');
    session.receive(batch(21, 17 * MIB));
    await session.messagesFrom(21);
    expect(calls.at(-1)).toBe('pause');
    const more = session.waitBeyond(22, new AbortController().signal);
    await Promise.resolve();
    expect(calls.at(-1)).toBe('resume as it was');
    session.receive(batch(22));
    await more;
    expect((await session.messagesFrom(21)).map(({ offset }) => offset)).toEqual([21, 22]);
  });

  it('fills the room of what was passed, and knows when half of it is taken', async () => {
    const { session, calls } = sessionOf();
    await session.messagesFrom(20);
    session.receive(batch(20, 7 * MIB));
    expect(session.holdsPlenty()).toBe(false);
    session.receive(batch(21, 10 * MIB));
    expect(session.holdsPlenty()).toBe(true);
    expect(calls).toEqual(['resume 20', 'pause']);
    session.passed(21);
    expect(calls.at(-1)).toBe('resume as it was');
    expect(session.holdsPlenty()).toBe(true);
    session.receive(batch(22, 7 * MIB));
    expect(calls.at(-1)).toBe('pause');
    session.passed(23);
    expect(session.holdsPlenty()).toBe(false);
    expect(await session.messagesFrom(23)).toEqual([]);
    // a restarted consumer gets all of it again
    expect(calls.filter((each) => each === 'resume 20')).toHaveLength(1);
    await session.messagesFrom(20);
    expect(calls.filter((each) => each === 'resume 20')).toHaveLength(2);
  });

  it('forgets nothing by a word from before it was moved', async () => {
    const { session } = sessionOf();
    session.passed(30);
    await session.messagesFrom(20);
    session.receive(batch(20));
    session.passed(30);
    expect((await session.messagesFrom(20)).map(({ offset }) => offset)).toEqual([20]);
  });

  it('takes nothing more once it was let go, until it is asked again', async () => {
    const { session, calls } = sessionOf();
    await session.messagesFrom(20);
    session.receive(batch(20));
    session.letGo();
    expect(session.receive(batch(21))).toBe(false);
    expect(session.holdsPlenty()).toBe(false);
    await session.waitBeyond(21, new AbortController().signal);
    expect(calls).toEqual(['resume 20', 'pause']);
    await session.messagesFrom(30);
    expect(session.receive(batch(30))).toBe(true);
    expect(calls.at(-1)).toBe('resume 30');
  });

  it('lets nobody wait behind what is read, who went past it by another way', async () => {
    const { session, calls } = sessionOf();
    await session.messagesFrom(20);
    session.receive(batch(20, 17 * MIB));
    await session.waitBeyond(40, new AbortController().signal);
    await session.messagesFrom(40);
    expect(calls.at(-1)).toBe('resume 40');
  });

  it('gives nothing where it is lost before it could go back: what it holds begins later', async () => {
    let answer: (range: OffsetRange) => void = () => undefined;
    const { session, calls } = sessionOf(new Promise((resolve) => (answer = resolve)));
    const there = session.messagesFrom(20);
    answer({ begin: 10, end: 100 });
    await there;
    session.receive(batch(20));
    session.receive(batch(21));
    session.passed(21);
    const back = session.messagesFrom(20);
    session.lose();
    await expect(back).rejects.toThrow('partition 3 was lost');
    expect(calls).toEqual(['resume 20']);
  });

  it('lets nobody wait and takes nothing once it is lost', async () => {
    const { session } = sessionOf();
    await session.messagesFrom(20);
    const waiting = session.waitBeyond(20, new AbortController().signal);
    session.lose();
    await waiting;
    expect(session.receive(batch(20))).toBe(false);
    await expect(session.commit(20, '')).rejects.toThrow('lost');
  });

  it('commits in order, and again what it committed last', async () => {
    const { session, calls } = sessionOf();
    await session.recommit();
    await session.recommit({ offset: 7, metadata: 'found' });
    void session.commit(20, 'plan');
    const second = session.commit(30, '');
    const again = session.recommit({ offset: 7, metadata: 'found' });
    await Promise.all([second, again]);
    expect(calls).toEqual(['commit 7 found', 'commit 20 plan', 'commit 30 ', 'commit 30 ']);
    expect(session.lastCommit()).toMatchObject({ offset: 30, metadata: '' });
  });
});
