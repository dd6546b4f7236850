// The Lua scripts of live counts. Each works on a bounded number of keys, so that none holds Redis up for more than a
// few ms. A batch is one step because its counts are not read before `commit` has moved the position.

/** Claims the partition for a batch when the position is where the batch begins; returns the partition's state then. */
export const CLAIM = `
-- KEYS: positions, claims; ARGV: partition, from, claim
local state = redis.call('HGET', KEYS[1], ARGV[1])
if not state or string.match(state, '^.+:(%d+)$') ~= ARGV[2] then return false end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return state
`;

/** Returns what is stored for some links' days, and which of their referrer hosts are admitted. */
export const PREPARE = `
-- KEYS: for each link its day and its hosts; ARGV: field, cap, then for each link: ms to live, number of hosts, hosts
local found = {}
local at = 3
for i = 1, #KEYS, 2 do
  local admitted = {}
  for j = at + 2, at + 1 + tonumber(ARGV[at + 1]) do
    local isIn = redis.call('HEXISTS', KEYS[i + 1], ARGV[j])
    if isIn == 0 then
      local size = redis.call('HLEN', KEYS[i + 1])
      if size < tonumber(ARGV[2]) then
        redis.call('HSET', KEYS[i + 1], ARGV[j], '')
        isIn = 1
      end
      if size == 0 then redis.call('PEXPIRE', KEYS[i + 1], ARGV[at]) end
    end
    admitted[#admitted + 1] = isIn
  end
  at = at + 2 + #admitted
  found[#found + 1] = redis.call('HGET', KEYS[i], ARGV[1])
  found[#found + 1] = table.concat(admitted)
end
return found
`;

/** Stages counts, as long as the batch is still the one being written. */
export const STAGE = `
-- KEYS: positions, claims, then each link's day; ARGV: partition, state, claim, field, then for each link: ms to live,
-- 1 where something was stored before, value
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[3] then return 0 end
for i = 3, #KEYS do
  local at = 5 + (i - 3) * 3
  if redis.call('HSET', KEYS[i], ARGV[4], ARGV[at + 2]) == 1 then
    if ARGV[at + 1] == '1' then
      -- erased since it was read
      redis.call('HDEL', KEYS[i], ARGV[4])
    else
      redis.call('PEXPIRE', KEYS[i], ARGV[at])
    end
  end
end
return 1
`;

/** Moves the position, which is what makes the staged counts count. */
export const COMMIT = `
-- KEYS: positions, claims; ARGV: partition, state, claim, next state
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
`;

/** Begins an epoch that PUT has filled, and ends the claim of a writer of the epoch before. */
export const BEGIN = `
-- KEYS: positions, claims; ARGV: partition, state, the position that it replaces: 'nothing', or '' for any
if ARGV[3] ~= '' then
  local state = redis.call('HGET', KEYS[1], ARGV[1])
  local position = state and string.match(state, '^.+:(%d+)$')
  if position and #position > 15 then position = nil end
  if ARGV[3] ~= (position or 'nothing') then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
`;

/** Stores counts in an epoch that is not read yet, and removes the counts of epochs that never will be read. */
export const PUT = `
-- KEYS: each link's day; ARGV: field, number of others to remove, these, then for each link: ms to live, value
local others = tonumber(ARGV[2])
for i = 1, #KEYS do
  local at = 1 + others + i * 2
  if redis.call('HSET', KEYS[i], ARGV[1], ARGV[at + 1]) == 1 then
    redis.call('PEXPIRE', KEYS[i], ARGV[at])
  end
  if others > 0 then redis.call('HDEL', KEYS[i], unpack(ARGV, 3, 2 + others)) end
end
return 1
`;

/** Forgets how far a partition is, so that it is seeded anew. */
export const FORGET = `
-- KEYS: positions, claims; ARGV: partition, state
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
`;

/** Removes keys that are not hashes. Counts of any partition may have been there, so all partitions are seeded anew. */
export const REPAIR = `
-- KEYS: positions, claims, then any others
local isRepaired = 0
for i = 1, #KEYS do
  local size = redis.pcall('HLEN', KEYS[i])
  if type(size) == 'table' and string.find(size.err, 'WRONGTYPE', 1, true) then
    redis.call('DEL', KEYS[i])
    isRepaired = 1
  end
end
if isRepaired == 1 then redis.call('DEL', KEYS[1], KEYS[2]) end
return isRepaired
`;
