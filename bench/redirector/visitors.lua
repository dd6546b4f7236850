-- The visitors: an iPhone's five headers, slugs by the mode that the bench passes: hot, random, zipf, each (one after
-- the other) or unknown. The
-- agents that it passes take turns, so that with more than one a connection's requests differ in their headers.

local AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
local paths = {}
local sent = 0
local mode, count
local at = 0
local agents = 1
local headers = {
  ["User-Agent"] = AGENT,
  ["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ["Accept-Language"] = "de-CH,de;q=0.9,en;q=0.8",
  ["Accept-Encoding"] = "gzip, deflate, br",
  ["Referer"] = "https://www.instagram.com/",
}

local function slug_of(n) return string.format("/s%06d", n) end

-- Zipf with exponent 1: a slug's share falls with its rank
local function zipf_table()
  local sums, sum = {}, 0
  for rank = 1, count do
    sum = sum + 1 / rank
    sums[rank] = sum
  end
  return function()
    local wanted, low, high = math.random() * sum, 1, count
    while low < high do
      local middle = math.floor((low + high) / 2)
      if sums[middle] < wanted then low = middle + 1 else high = middle end
    end
    return low - 1
  end
end

function init(args)
  mode, count, agents = args[1], tonumber(args[2]), tonumber(args[4])
  math.randomseed(tonumber(args[3]))
  local draw = function() return math.random(0, count - 1) end
  if mode == "zipf" then draw = zipf_table() end
  local drawn = 400000
  if mode == "hot" then drawn = 1 end
  if mode == "each" then drawn = count end
  for index = 1, drawn do
    local n = mode == "hot" and 7 or mode == "each" and index - 1 or draw()
    if mode == "unknown" then paths[index] = string.format("/u%09d", math.random(0, 999999999))
    else paths[index] = slug_of(n) end
  end
end

function request()
  at = at + 1
  if at > #paths then at = 1 end
  sent = sent + 1
  if agents > 1 then headers["User-Agent"] = string.format("%s (%d)", AGENT, sent % agents) end
  return wrk.format("GET", paths[at], headers)
end

-- runs in a state of its own, which knows nothing of the mode
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"micros":%d,"p50":%.0f,"p99":%.0f,"broken":%d,"refused":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
