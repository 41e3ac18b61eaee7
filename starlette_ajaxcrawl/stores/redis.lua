-- What the Redis store does in the server. PREFIX snapshot:KEY holds a record, lease:KEY a lease; sizes and uses (a
-- count) are kept by key, keys are in order of their bytes in `keys`: those that have a record or had a lease.
local prefix = ARGV[1]
local key = ARGV[2]
local function name(part, of) return prefix .. part .. (of and ':' .. of or '') end

local function end_lease(of)
    if redis.call('DEL', name('lease', of)) == 1 then redis.call('PUBLISH', name('changes'), of) end
end

local function forget_snapshot(of)
    local size = redis.call('HGET', name('sizes'), of)
    if size then
        redis.call('DECRBY', name('bytes'), size)
        redis.call('HDEL', name('sizes'), of)
    end
    redis.call('ZREM', name('uses'), of)
    redis.call('ZREM', name('keys'), of)
    return redis.call('UNLINK', name('snapshot', of))
end

local function use(of, new)
    local count = redis.call('INCR', name('count'))
    redis.call('ZADD', name('uses'), new and 'NX' or 'XX', count, of)
end

-- script use
for number = 2, #ARGV do use(ARGV[number], false) end

-- script put
local record, size, max, lease = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
if lease ~= '' then
    if redis.call('GET', name('lease', key)) ~= lease then return 0 end
    end_lease(key)
end
forget_snapshot(key)
if size > max then return 0 end
while tonumber(redis.call('GET', name('bytes')) or '0') + size > max do
    local oldest = redis.call('ZPOPMIN', name('uses'))
    if not oldest[1] then redis.call('DEL', name('bytes'), name('sizes')) break end
    forget_snapshot(oldest[1])
end
redis.call('SET', name('snapshot', key), record)
redis.call('HSET', name('sizes'), key, size)
redis.call('INCRBY', name('bytes'), size)
redis.call('ZADD', name('keys'), 0, key)
use(key, true)
return 1

-- script forget
-- where a record is given, only that one
if ARGV[3] and redis.call('GET', name('snapshot', key)) ~= ARGV[3] then return 0 end
end_lease(key)
return forget_snapshot(key)

-- script purge
-- no byte of UTF-8 is 255
local last = key == '' and '+' or '(' .. key .. '\255'
local purged = 0
for _, found in ipairs(redis.call('ZRANGEBYLEX', name('keys'), '[' .. key, last)) do
    end_lease(found)
    purged = purged + forget_snapshot(found)
end
return purged

-- script acquire
if not redis.call('SET', name('lease', key), ARGV[3], 'NX', 'PX', ARGV[4]) then return 0 end
redis.call('ZADD', name('keys'), 0, key)
return 1

-- script renew
if redis.call('GET', name('lease', key)) ~= ARGV[3] then return 0 end
return redis.call('PEXPIRE', name('lease', key), ARGV[4])

-- script release
if redis.call('GET', name('lease', key)) ~= ARGV[3] then return 0 end
if redis.call('EXISTS', name('snapshot', key)) == 0 then redis.call('ZREM', name('keys'), key) end
end_lease(key)
return 1
