/**
 * PostgreSQL's settings, for a machine that it shares with the server. Its log has no values of queries, because the server reports failed
 * statements.
 */
export function settings(options: { name: string; port: number; durable: boolean }): string[] {
  const values: Record<string, string | number> = {
    cluster_name: options.name,
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    max_connections: options.durable ? 60 : 200,
    shared_preload_libraries: '',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    wal_compression: 'on',
    wal_level: 'minimal',
    max_wal_senders: 0,
    random_page_cost: 1.1,
    jit: 'off',
    // Parallel workers share memory through /dev/shm, which has only 64 MB in containers.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}
