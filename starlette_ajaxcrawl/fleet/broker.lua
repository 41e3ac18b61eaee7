-- What the fleet does in the server. KEYS[1] begins all names. Below it:
--   jobs:PRIORITY  streams with the group `workers`; a job is pending for the worker that has it, and for RETURNED from
--                  when that one has given it back, or has died, until the next takes it
--   running        PRIORITY/ENTRY -> who has the job, what it is, since when
--   deaths         PRIORITY/ENTRY/alone, …/all -> workers that have died while they had the job, alone or at all
--   sites          PRIORITY SITE -> jobs
--   workers        names by when they were heard of last; worker:NAME -> what they say of themselves
--   graves         names of dead workers by when that was seen
--   outcomes       LABEL OUTCOME -> jobs that have ended so; counts -> takeovers, poison
--   bell           a stream that grows when there may be something to take
--   sent:JOB       PRIORITY/ENTRY, while the job is in its queue
--   results:SITE   streams of results, one for each process of a site; done:JOB stands for a while once a job has one
-- Times are in milliseconds.
local P, GROUP, RETURNED = KEYS[1], 'workers', 'returned'
local PRIORITIES = {'crawler', 'refresh', 'archive'}
local REMEMBERED = 300000

local function jobs(priority) return P .. 'jobs:' .. priority end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function ring() redis.call('XADD', P .. 'bell', 'MAXLEN', 1, '*', '', '') end

local function content(priority, entry)
  local found = redis.call('XRANGE', jobs(priority), entry, entry)[1]
  if not found then return nil end
  local fields = {}
  for i = 1, #found[2], 2 do fields[found[2][i]] = found[2][i + 1] end
  return fields
end

local function leave_queue(priority, entry)
  local fields, name = content(priority, entry), priority .. '/' .. entry
  redis.call('XACK', jobs(priority), GROUP, entry)
  redis.call('XDEL', jobs(priority), entry)
  redis.call('HDEL', P .. 'running', name)
  redis.call('HDEL', P .. 'deaths', name .. '/alone', name .. '/all')
  if fields and fields.job then redis.call('DEL', P .. 'sent:' .. fields.job) end
  local site = fields and fields.site and priority .. ' ' .. fields.site
  if site and redis.call('HINCRBY', P .. 'sites', site, -1) <= 0 then redis.call('HDEL', P .. 'sites', site) end
end

local function give_back(priority, entry)
  redis.call('XCLAIM', jobs(priority), GROUP, RETURNED, 0, entry, 'JUSTID')
  redis.call('HDEL', P .. 'running', priority .. '/' .. entry)
end

local function pending(priority, worker, idle)
  local entries = {}
  for _, found in ipairs(redis.call('XPENDING', jobs(priority), GROUP, 'IDLE', idle or 0, '-', '+', 1000, worker)) do
    entries[#entries + 1] = found[1]
  end
  return entries
end

local function heard(worker)
  redis.call('ZADD', P .. 'workers', now(), worker)
  redis.call('SET', P .. 'heard', now())
end

-- All that a worker has goes back; those who have had it, where the worker has died.
local function part_with(worker, has_died)
  local held = {}
  for _, priority in ipairs(PRIORITIES) do
    for _, entry in ipairs(pending(priority, worker)) do
      held[#held + 1] = priority .. '/' .. entry
      give_back(priority, entry)
    end
    redis.call('XGROUP', 'DELCONSUMER', jobs(priority), GROUP, worker)
  end
  redis.call('ZREM', P .. 'workers', worker)
  redis.call('DEL', P .. 'worker:' .. worker)
  if has_died then
    for _, name in ipairs(held) do
      redis.call('HINCRBY', P .. 'deaths', name .. '/all', 1)
      if #held == 1 then redis.call('HINCRBY', P .. 'deaths', name .. '/alone', 1) end
    end
    redis.call('ZADD', P .. 'graves', now(), worker)
    redis.call('ZREMRANGEBYSCORE', P .. 'graves', 0, now() - REMEMBERED)
    redis.call('HINCRBY', P .. 'counts', 'takeovers', #held)
  end
  if #held > 0 then ring() end
end

-- script submit
-- ARGV: priority, most jobs in its queue, most of the site (0: any), milliseconds after which a worker is not there any
-- more, milliseconds that a job may be good for, site, URL, job, data. What there is too much, or none, of; else nothing.
local priority, site, sent = ARGV[1], ARGV[1] .. ' ' .. ARGV[6], P .. 'sent:' .. ARGV[8]
if redis.call('EXISTS', sent) == 1 then return '' end  -- the answer to the first time has never come
if now() - tonumber(redis.call('GET', P .. 'heard') or '0') > tonumber(ARGV[4]) then return 'workers' end
if redis.call('XLEN', jobs(priority)) >= tonumber(ARGV[2]) then return 'queue' end
local most = tonumber(ARGV[3])
if most > 0 and tonumber(redis.call('HGET', P .. 'sites', site) or '0') >= most then return 'site' end
redis.call('HINCRBY', P .. 'sites', site, 1)
local fields = {'site', ARGV[6], 'url', ARGV[7], 'job', ARGV[8], 'data', ARGV[9]}
redis.call('SET', sent, priority .. '/' .. redis.call('XADD', jobs(priority), '*', unpack(fields)), 'PX', ARGV[5])
ring()
return ''

-- script withdraw
-- ARGV: job. Nobody waits for it any more.
local priority, entry = string.match(redis.call('GET', P .. 'sent:' .. ARGV[1]) or '', '(.*)/(.*)')
if entry then leave_queue(priority, entry) end
return 1

-- script take
-- ARGV: worker, how many jobs it has, 1: those that wait longest behind others come first. The job: priority, entry,
-- data, deaths of workers that had it alone, that had it, that had not. Else the place in `bell` after which to look
-- again, and whether the worker is to have an end of its jobs first.
local worker, held = ARGV[1], tonumber(ARGV[2])
heard(worker)
local function taken(priority, entry)
  local fields, name = content(priority, entry), priority .. '/' .. entry
  if not fields then
    redis.call('XACK', jobs(priority), GROUP, entry)
    return nil
  end
  local about = {worker, fields.url or '', priority, now()}
  redis.call('HSET', P .. 'running', name, cjson.encode(about))
  local alone = tonumber(redis.call('HGET', P .. 'deaths', name .. '/alone') or '0')
  local all = tonumber(redis.call('HGET', P .. 'deaths', name .. '/all') or '0')
  local graves = redis.call('ZCOUNT', P .. 'graves', now() - REMEMBERED, '+inf')
  return {priority, entry, fields.data or '', alone, all, math.max(0, graves - all)}
end
for i = 1, #PRIORITIES do
  local priority = PRIORITIES[ARGV[3] == '1' and #PRIORITIES + 1 - i or i]
  for _, entry in ipairs(pending(priority, RETURNED)) do
    -- a job that workers have died with is rendered alone: so is seen whether it was that
    local is_suspect = redis.call('HEXISTS', P .. 'deaths', priority .. '/' .. entry .. '/all') == 1
    if is_suspect and held > 0 then
      -- one worker makes room for it, and the others go on
      local by = redis.call('GET', P .. 'makes-room')
      if not by or by == worker then
        redis.call('SET', P .. 'makes-room', worker, 'PX', 10000)
        return {'', '', 1}
      end
    else
      if is_suspect then redis.call('DEL', P .. 'makes-room') end
      redis.call('XCLAIM', jobs(priority), GROUP, worker, 0, entry, 'JUSTID')
      local job = taken(priority, entry)
      if job then return job end
    end
  end
  local found = redis.call('XREADGROUP', 'GROUP', GROUP, worker, 'COUNT', 1, 'STREAMS', jobs(priority), '>')
  if found and found[1] then return taken(priority, found[1][2][1][1]) end
end
local last = redis.call('XREVRANGE', P .. 'bell', '+', '-', 'COUNT', 1)[1]
return {'', last and last[1] or '0-0', 0}

-- script hold
-- ARGV: worker, milliseconds after which what it does not know of goes back, what it says of itself, then priority and
-- entry of its jobs. Those that are still its own and in the queue, as PRIORITY/ENTRY, after who wants it to end.
local worker = ARGV[1]
heard(worker)
redis.call('HSET', P .. 'worker:' .. worker, 'about', ARGV[3])
redis.call('EXPIRE', P .. 'worker:' .. worker, 3600)
local known = {redis.call('HGET', P .. 'worker:' .. worker, 'drain') or ''}
local held = {}
for i = 4, #ARGV, 2 do
  local name = ARGV[i] .. '/' .. ARGV[i + 1]
  held[name] = true
  if #redis.call('XPENDING', jobs(ARGV[i]), GROUP, ARGV[i + 1], ARGV[i + 1], 1, worker) > 0 then
    known[#known + 1] = name
  end
end
for _, priority in ipairs(PRIORITIES) do
  for _, entry in ipairs(pending(priority, worker, ARGV[2])) do
    -- the answer to `take` has never come
    if not held[priority .. '/' .. entry] then
      give_back(priority, entry)
      ring()
    end
  end
end
return known

-- script bury
-- ARGV: worker, milliseconds after which one that has not been heard of is dead. What such workers had goes back. Where
-- this one has not been heard of either, as the network was away, others are given the time to be.
local own = redis.call('ZSCORE', P .. 'workers', ARGV[1])
heard(ARGV[1])
if not own or now() - own > tonumber(ARGV[2]) then return 0 end
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', P .. 'workers', 0, now() - ARGV[2])) do part_with(worker, true) end
for _, priority in ipairs(PRIORITIES) do
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', jobs(priority), GROUP)) do
    local worker = consumer[2]
    if worker ~= RETURNED and not redis.call('ZSCORE', P .. 'workers', worker) then part_with(worker, true) end
  end
end
return 1

-- script give_back
-- ARGV: worker, priority, entry. It does not get done.
if #redis.call('XPENDING', jobs(ARGV[2]), GROUP, ARGV[3], ARGV[3], 1, ARGV[1]) == 0 then return 0 end
give_back(ARGV[2], ARGV[3])
ring()
return 1

-- script leave
-- ARGV: worker.
part_with(ARGV[1], false)
return 1

-- script finish
-- ARGV: priority, entry, job, who waits, milliseconds that the job is remembered and its result stays, label of the
-- worker, outcome, then the result's fields. A job that has a result keeps it.
if redis.call('SET', P .. 'done:' .. ARGV[3], 1, 'NX', 'PX', ARGV[5]) then
  local results = P .. 'results:' .. ARGV[4]
  redis.call('XADD', results, '*', unpack(ARGV, 8))
  redis.call('PEXPIRE', results, ARGV[5])
  redis.call('HINCRBY', P .. 'outcomes', ARGV[6] .. ' ' .. ARGV[7], 1)
  if ARGV[7] == 'given_up' then redis.call('HINCRBY', P .. 'counts', 'poison', 1) end
end
leave_queue(ARGV[1], ARGV[2])
return 1

-- script drop
-- ARGV: priority, entry.
leave_queue(ARGV[1], ARGV[2])
return 1

-- script drain
-- ARGV: worker, who wants it to end.
if not redis.call('ZSCORE', P .. 'workers', ARGV[1]) then return 0 end
return redis.call('HSET', P .. 'worker:' .. ARGV[1], 'drain', ARGV[2]) + 1

-- script report
-- ARGV: none. What FleetReport has, as JSON.
local report = {now = now(), queues = {}, workers = {}, running = {}, outcomes = {}, counts = {}}
local function pairs_of(name)
  local found, values = redis.call('HGETALL', P .. name), {}
  for i = 1, #found, 2 do values[#values + 1] = {found[i], found[i + 1]} end
  return values
end
for _, priority in ipairs(PRIORITIES) do
  local length, running = 0, 0
  local oldest = redis.call('XRANGE', jobs(priority), '-', '+', 'COUNT', 1)[1]
  if oldest then length = redis.call('XLEN', jobs(priority)) end
  report.queues[#report.queues + 1] = {priority, length, oldest and tonumber(string.match(oldest[1], '%d+')) or now()}
end
for _, worker in ipairs(redis.call('ZRANGE', P .. 'workers', 0, -1)) do
  local heard = tonumber(redis.call('ZSCORE', P .. 'workers', worker))
  local about = redis.call('HMGET', P .. 'worker:' .. worker, 'about', 'drain')
  report.workers[#report.workers + 1] = {worker, heard, about[1] or '', about[2] and 1 or 0}
end
for _, found in ipairs(pairs_of('running')) do report.running[#report.running + 1] = cjson.decode(found[2]) end
report.outcomes, report.counts = pairs_of('outcomes'), pairs_of('counts')
return cjson.encode(report)
