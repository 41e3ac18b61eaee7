-- Names: KEYS[1] is a queue (a stream), KEYS[2] the stream of a job's result. What stands before the first script is for
-- each.

-- script submit
-- ARGV: most that may wait, data. The entry's id; false where too many wait.
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return false end
return redis.call('XADD', KEYS[1], '*', 'data', ARGV[2])

-- script finish
-- ARGV: group, entry, milliseconds that the result stays, then its fields. A job that has a result keeps it.
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('XADD', KEYS[2], '*', unpack(ARGV, 4))
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1

-- script drop
-- ARGV: group, entry.
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[2])

-- script hold
-- ARGV: group, consumer, milliseconds since it was last heard of, entries. Those that are still this consumer's, and
-- that nobody has taken out of the queue.
local held = {}
for i = 4, #ARGV do
  local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
  if #pending > 0 and #redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i]) > 0 then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'IDLE', ARGV[3], 'JUSTID')
    held[#held + 1] = ARGV[i]
  end
end
return held
