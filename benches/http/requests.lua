-- wrk script: requests the paths listed in a file in turn, each thread from its own offset; writes its measurements as
-- one line of JSON.
local paths = {}
local at = 0
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("offset", threads)
end

function init(args)
  for line in io.lines(args[1]) do
    paths[#paths + 1] = wrk.format("GET", line)
  end
  at = offset * 7919
end

function request()
  at = at + 1
  return paths[at % #paths + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"p50_us":%d,"p99_us":%d,"bytes":%d,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99), summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end
