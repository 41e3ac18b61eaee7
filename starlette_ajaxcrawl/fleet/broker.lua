-- What the fleet does in the server. KEYS[1] begins all names. Below it:
--   jobs:PRIORITY  streams with the group `workers`; a job is pending for the worker that has it, and for RETURNED from
--                  when that one has given it back, or has died, until the next takes it
--   running        PRIORITY/ENTRY -> who has the job, what it is, since when; PRIORITY/ENTRY/alone, …/all -> workers that
--                  have died while they had it, alone or at all
--   sites          PRIORITY SITE -> jobs, of sites that may have so many
--   workers        names by when they were heard of last; worker:NAME -> what they say of themselves
--   versions       of the package, by when a worker of each was heard of last
--   graves         names of dead workers by when that was seen
--   outcomes       LABEL OUTCOME -> jobs that have ended so; counts -> takeovers, poison
--   bell:VERSION   a list, in which a worker of that version that has nothing to do waits for an element: each job that
--                  comes to a queue brings one
--   sent:JOB       PRIORITY/ENTRY/FIELD OF sites, while the job is in its queue
--   same:PAGE      jobs that render a page behind crawlers' ones; wanted:PAGE stands where a crawler waits for it
--   results:SITE   streams of results, one for each process of a site; done:JOB stands for a while once a job has one
--   killer:HASH    stands while a page is not tried again; given-up is a stream of jobs that killed workers
-- Times are in milliseconds.
local P, GROUP, RETURNED = KEYS[1], 'workers', 'returned'
local PRIORITIES = {'crawler', 'refresh', 'archive'}
local REMEMBERED = 300000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function jobs(priority) return P .. 'jobs:' .. priority end

local function ring(version) redis.call('RPUSH', P .. 'bell:' .. (version or ''), 1) end

local function by_name(list)
  local fields = {}
  for i = 1, #list, 2 do fields[list[i]] = list[i + 1] end
  return fields
end

local function content(priority, entry)
  local found = redis.call('XRANGE', jobs(priority), entry, entry)[1]
  return found and by_name(found[2])
end

local function killer(fields) return P .. 'killer:' .. redis.sha1hex((fields.site or '') .. ' ' .. (fields.url or '')) end

local function place(job)
  return string.match(redis.call('GET', P .. 'sent:' .. job) or '', '([^/]*)/([^/]*)/(.*)')
end

-- Whether the job was in its queue, and there by `submit`.
local function leave_queue(priority, entry, job)
  local name = priority .. '/' .. entry
  redis.call('XACK', jobs(priority), GROUP, entry)
  redis.call('XDEL', jobs(priority), entry)
  redis.call('HDEL', P .. 'running', name, name .. '/alone', name .. '/all')
  local its_priority, its_entry, counted = place(job)
  if its_priority ~= priority or its_entry ~= entry then return false end
  redis.call('DEL', P .. 'sent:' .. job)
  if counted ~= '' and redis.call('HINCRBY', P .. 'sites', counted, -1) <= 0 then
    redis.call('HDEL', P .. 'sites', counted)
  end
  return true
end

local function give_back(priority, entry)
  redis.call('XCLAIM', jobs(priority), GROUP, RETURNED, 0, entry, 'JUSTID')
  redis.call('HDEL', P .. 'running', priority .. '/' .. entry)
  ring((content(priority, entry) or {}).version)
end

local function holder(priority, entry)
  local found = redis.call('XPENDING', jobs(priority), GROUP, entry, entry, 1)[1]
  return found and found[2]
end

local function pending(priority, worker, idle)
  local entries = {}
  for _, found in ipairs(redis.call('XPENDING', jobs(priority), GROUP, 'IDLE', idle or 0, '-', '+', 1000, worker)) do
    entries[#entries + 1] = found[1]
  end
  return entries
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
  if not has_died then return end
  for _, name in ipairs(held) do
    redis.call('HINCRBY', P .. 'running', name .. '/all', 1)
    if #held == 1 then redis.call('HINCRBY', P .. 'running', name .. '/alone', 1) end
  end
  redis.call('ZADD', P .. 'graves', now, worker)
  redis.call('ZREMRANGEBYSCORE', P .. 'graves', 0, now - REMEMBERED)
  redis.call('HINCRBY', P .. 'counts', 'takeovers', #held)
end

-- script submit
-- ARGV: priority, most jobs in its queue, most of the site (0: any), milliseconds after which a worker is not there any
-- more, milliseconds that a job may be good for, version, site, page, URL, job, data. The time, what there is too much
-- or none of, or '', and another version that workers have.
local priority, lease, version, site, page, job = ARGV[1], tonumber(ARGV[4]), ARGV[6], ARGV[7], ARGV[8], ARGV[10]
-- else the answer to the first time has never come
if redis.call('EXISTS', P .. 'sent:' .. job, P .. 'done:' .. job) > 0 then return {now, ''} end
if now - tonumber(redis.call('ZSCORE', P .. 'versions', version) or 0) > lease then
  local last = redis.call('ZREVRANGE', P .. 'versions', 0, 0, 'WITHSCORES')
  if last[1] and now - last[2] <= lease then return {now, 'version', last[1]} end
  return {now, 'workers'}
end
if priority ~= 'crawler' and redis.call('EXISTS', P .. 'wanted:' .. page) == 1 then priority = 'crawler' end
if redis.call('XLEN', jobs(priority)) >= tonumber(ARGV[2]) then return {now, 'queue'} end
local most, counted = tonumber(ARGV[3]), ''
if most > 0 then
  counted = priority .. ' ' .. site
  if tonumber(redis.call('HGET', P .. 'sites', counted) or 0) >= most then return {now, 'site'} end
  redis.call('HINCRBY', P .. 'sites', counted, 1)
end
local entry = redis.call(
  'XADD', jobs(priority), '*', 'version', version, 'site', site, 'page', page, 'url', ARGV[9], 'job', job, 'data', ARGV[11]
)
redis.call('SET', P .. 'sent:' .. job, priority .. '/' .. entry .. '/' .. counted, 'PX', ARGV[5])
if priority ~= 'crawler' then
  for _, other in ipairs(redis.call('SMEMBERS', P .. 'same:' .. page)) do
    if not place(other) then redis.call('SREM', P .. 'same:' .. page, other) end
  end
  redis.call('SADD', P .. 'same:' .. page, job)
  redis.call('PEXPIRE', P .. 'same:' .. page, ARGV[5])
end
ring(version)
return {now, ''}

-- script hurry
-- ARGV: page, milliseconds. A crawler waits for a page that is rendered behind others: it goes with those of crawlers,
-- where it waits, and where it comes to a queue in so many milliseconds.
redis.call('SET', P .. 'wanted:' .. ARGV[1], 1, 'PX', ARGV[2])
for _, job in ipairs(redis.call('SMEMBERS', P .. 'same:' .. ARGV[1])) do
  local priority, entry, counted = place(job)
  -- one that is held is rendered already, or workers have died with it: then it stays where it is known for that
  if entry and priority ~= 'crawler' and not holder(priority, entry) then
    local fields = redis.call('XRANGE', jobs(priority), entry, entry)[1][2]
    redis.call('XDEL', jobs(priority), entry)
    local moved = redis.call('XADD', jobs('crawler'), '*', unpack(fields))
    redis.call('SET', P .. 'sent:' .. job, 'crawler/' .. moved .. '/' .. counted, 'KEEPTTL')
  end
end
return 1

-- script withdraw
-- ARGV: job. Nobody waits for it any more.
local priority, entry = place(ARGV[1])
if entry then leave_queue(priority, entry, ARGV[1]) end
return 1

-- script take
-- ARGV: worker, its version, how many jobs it has, 1: those that wait longest behind others come first, milliseconds
-- after which a worker is not there any more, 1: an element of the bell was taken for this. Whether there may be more,
-- then the job: priority, entry, number, data, the time, whether it was sent so, whether its page is not tried, deaths
-- of workers that had it alone, that had it, that had not; or else whether the worker is to have an end of its jobs first.
local worker, version, held, lease = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[5])
local bell = P .. 'bell:' .. version
redis.call('ZADD', P .. 'workers', now, worker)

-- one of another version is for its own workers as long as there are any
local function is_for_others(fields)
  if not fields.version or fields.version == version then return false end
  return now - tonumber(redis.call('ZSCORE', P .. 'versions', fields.version) or 0) <= lease
end

local function taken(priority, entry, fields)
  if ARGV[6] ~= '1' then redis.call('LPOP', P .. 'bell:' .. (fields.version or '')) end
  local name, job = priority .. '/' .. entry, fields.job or ''
  redis.call('HSET', P .. 'running', name, cjson.encode({worker, fields.url or '', priority, now}))
  local its_priority, its_entry = place(job)
  local is_sent = its_priority == priority and its_entry == entry
  local deaths = redis.call('HMGET', P .. 'running', name .. '/alone', name .. '/all')
  local alone, all = tonumber(deaths[1] or 0), tonumber(deaths[2] or 0)
  local others = redis.call('ZCOUNT', P .. 'graves', now - REMEMBERED, '+inf') - all
  return {
    redis.call('LLEN', bell), priority, entry, job, fields.data or '', now, is_sent and 1 or 0,
    redis.call('EXISTS', killer(fields)), alone, all, math.max(0, others),
  }
end

for i = 1, #PRIORITIES do
  local priority = PRIORITIES[ARGV[4] == '1' and #PRIORITIES + 1 - i or i]
  for _, entry in ipairs(pending(priority, RETURNED)) do
    local fields = content(priority, entry)
    if not fields then
      redis.call('XACK', jobs(priority), GROUP, entry)
    elseif not is_for_others(fields) then
      -- a job that workers have died with is rendered alone: so is seen whether it was that
      local is_suspect = redis.call('HEXISTS', P .. 'running', priority .. '/' .. entry .. '/all') == 1
      local by = is_suspect and redis.call('GET', P .. 'makes-room')
      if not is_suspect or held == 0 then
        if is_suspect then redis.call('DEL', P .. 'makes-room') end
        redis.call('XCLAIM', jobs(priority), GROUP, worker, 0, entry, 'JUSTID')
        return taken(priority, entry, fields)
      elseif not by or by == worker then
        -- one worker makes room for it, and the others go on
        redis.call('SET', P .. 'makes-room', worker, 'PX', 10000)
        ring(fields.version)  -- there may be one that has nothing to do
        return {1, 1}
      end
    end
  end
  while true do
    local found = redis.call('XREADGROUP', 'GROUP', GROUP, worker, 'COUNT', 1, 'STREAMS', jobs(priority), '>')
    if not found or not found[1] then break end
    local entry, fields = found[1][2][1][1], by_name(found[1][2][1][2])
    if not is_for_others(fields) then return taken(priority, entry, fields) end
    give_back(priority, entry)
  end
end
redis.call('DEL', bell)
return {0, 0}

-- script hold
-- ARGV: worker, its version, milliseconds after which what it does not know of goes back, what it says of itself, then
-- priority and entry of its jobs. Those that are still its own and in the queue, as PRIORITY/ENTRY, after who wants it
-- to end.
local worker = ARGV[1]
redis.call('ZADD', P .. 'workers', now, worker)
redis.call('ZADD', P .. 'versions', 'GT', now, ARGV[2])
redis.call('HSET', P .. 'worker:' .. worker, 'about', ARGV[4])
redis.call('EXPIRE', P .. 'worker:' .. worker, 3600)
local known = {redis.call('HGET', P .. 'worker:' .. worker, 'drain') or ''}
local held = {}
for i = 5, #ARGV, 2 do
  local name = ARGV[i] .. '/' .. ARGV[i + 1]
  held[name] = true
  if holder(ARGV[i], ARGV[i + 1]) == worker then known[#known + 1] = name end
end
for _, priority in ipairs(PRIORITIES) do
  for _, entry in ipairs(pending(priority, worker, ARGV[3])) do
    -- the answer to `take` has never come
    if not held[priority .. '/' .. entry] then give_back(priority, entry) end
  end
end
return known

-- script bury
-- ARGV: worker, milliseconds after which one that has not been heard of is dead. What such workers had goes back. Where
-- this one has not been heard of either, as the network was away, others are given the time to be.
local own = redis.call('ZSCORE', P .. 'workers', ARGV[1])
redis.call('ZADD', P .. 'workers', now, ARGV[1])
if not own or now - own > tonumber(ARGV[2]) then return 0 end
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', P .. 'workers', 0, now - ARGV[2])) do part_with(worker, true) end
for _, priority in ipairs(PRIORITIES) do
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', jobs(priority), GROUP)) do
    local worker = consumer[2]
    if worker ~= RETURNED and not redis.call('ZSCORE', P .. 'workers', worker) then part_with(worker, true) end
  end
end
return 1

-- script give_back
-- ARGV: worker, priority, entry. It does not get done.
if holder(ARGV[2], ARGV[3]) ~= ARGV[1] then return 0 end
give_back(ARGV[2], ARGV[3])
return 1

-- script leave
-- ARGV: worker, its version. Another may have to be woken in its place.
part_with(ARGV[1], false)
ring(ARGV[2])
return 1

-- script finish
-- ARGV: priority, entry, job, who waits, milliseconds that the job is remembered and its result stays, label of the
-- worker, outcome, seconds that the page of one that is given up is not tried, then the result's fields. A job that has
-- a result keeps it.
local fields = ARGV[7] == 'given_up' and content(ARGV[1], ARGV[2])
if not leave_queue(ARGV[1], ARGV[2], ARGV[3]) then return 0 end
redis.call('SET', P .. 'done:' .. ARGV[3], 1, 'PX', ARGV[5])
redis.call('XADD', P .. 'results:' .. ARGV[4], '*', unpack(ARGV, 9))
redis.call('PEXPIRE', P .. 'results:' .. ARGV[4], ARGV[5])
redis.call('HINCRBY', P .. 'outcomes', ARGV[6] .. ' ' .. ARGV[7], 1)
if fields then
  redis.call('HINCRBY', P .. 'counts', 'poison', 1)
  redis.call('SET', killer(fields), 1, 'EX', ARGV[8])
  local about = {'job', fields.job, 'url', fields.url, 'origin', fields.site, 'version', fields.version}
  redis.call('XADD', P .. 'given-up', 'MAXLEN', '~', 1000, '*', unpack(about))
end
return 1

-- script drop
-- ARGV: priority, entry, job.
leave_queue(ARGV[1], ARGV[2], ARGV[3])
return 1

-- script drain
-- ARGV: worker, who wants it to end.
if not redis.call('ZSCORE', P .. 'workers', ARGV[1]) then return 0 end
return redis.call('HSET', P .. 'worker:' .. ARGV[1], 'drain', ARGV[2]) + 1

-- script report
-- ARGV: none. What FleetReport has, as JSON.
local report = {now = now, queues = {}, workers = {}, running = {}, outcomes = {}, counts = {}}
local function pairs_of(name)
  local found, values = redis.call('HGETALL', P .. name), {}
  for i = 1, #found, 2 do values[#values + 1] = {found[i], found[i + 1]} end
  return values
end
for _, priority in ipairs(PRIORITIES) do
  local length, running = 0, 0
  local oldest = redis.call('XRANGE', jobs(priority), '-', '+', 'COUNT', 1)[1]
  if oldest then length = redis.call('XLEN', jobs(priority)) end
  report.queues[#report.queues + 1] = {priority, length, oldest and tonumber(string.match(oldest[1], '%d+')) or now}
end
for _, worker in ipairs(redis.call('ZRANGE', P .. 'workers', 0, -1)) do
  local heard = tonumber(redis.call('ZSCORE', P .. 'workers', worker))
  local about = redis.call('HMGET', P .. 'worker:' .. worker, 'about', 'drain')
  report.workers[#report.workers + 1] = {worker, heard, about[1] or '', about[2] and 1 or 0}
end
for _, found in ipairs(pairs_of('running')) do
  if string.sub(found[2], 1, 1) == '[' then report.running[#report.running + 1] = cjson.decode(found[2]) end
end
report.outcomes, report.counts = pairs_of('outcomes'), pairs_of('counts')
return cjson.encode(report)
