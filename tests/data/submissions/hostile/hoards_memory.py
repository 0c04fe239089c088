"""Hostile: it tries to hold memory where no limit on its addresses counts it. A report should say that no way worked."""

import ctypes
import fcntl
import mmap
import os
import socket

libc = ctypes.CDLL(None, use_errno=True)


def memfd():
    return os.write(os.memfd_create("m"), bytes(1 << 20))


def shared_pages_but_one():
    kept = mmap.mmap(-1, 1 << 20)
    kept.write(bytes(1 << 20))
    return libc.munmap(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(kept)) + 4096), (1 << 20) - 4096) + 1


def zeros():
    return len(mmap.mmap(os.open("/dev/zero", os.O_RDONLY), 1 << 20, prot=mmap.PROT_READ)[:])


def large_pipe():
    return fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)


def pages_in_a_pipe():
    block = ctypes.create_string_buffer(1 << 16)
    return max(libc.vmsplice(os.pipe()[1], (ctypes.c_size_t * 2)(ctypes.addressof(block), 1 << 16), 1, 0), 0)


def descriptors_in_flight():
    ours, _ = pair = socket.socketpair()
    return socket.send_fds(ours, [b"x"], [one.fileno() for one in pair])


def system_v():
    number = libc.shmget(0, 1 << 20, 0o1600)
    return 0 if number < 0 else libc.shmctl(number, 0, 0) + 1


WORKED = []
for way in (memfd, shared_pages_but_one, zeros, large_pipe, pages_in_a_pipe, descriptors_in_flight, system_v):
    try:
        if way():
            WORKED.append(way.__name__)
    except (OSError, ValueError):
        pass


class Learner:
    def predict(self, x):
        raise ValueError(f"these ways worked: {WORKED}")

    def update(self, x, y):
        pass
