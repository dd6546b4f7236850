// How the scripts of the link cache read a key. A key of another type, from another program or by hand, counts as
// missing: it is overwritten. Otherwise everything that needs the key would fail until somebody removes it.

/** Lua: defines `readText(key)`, which gives a text or false. */
export const READ_TEXT = `
local function readText(key)
  local found = redis.pcall('GET', key)
  if type(found) ~= 'table' then return found end
  if string.find(found.err, 'WRONGTYPE', 1, true) then return false end
  return redis.call('GET', key)
end`;
