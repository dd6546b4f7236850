// How the scripts of the link cache read a key. One of another type, as of another program or by a hand, counts as none: it
// is written over. Otherwise all that needs the key would fail until somebody removes it.

/** Lua: defines `readText(key)`, which gives a text or false. */
export const READ_TEXT = `
local function readText(key)
  local found = redis.pcall('GET', key)
  if type(found) ~= 'table' then return found end
  if string.find(found.err, 'WRONGTYPE', 1, true) then return false end
  return redis.call('GET', key)
end`;
